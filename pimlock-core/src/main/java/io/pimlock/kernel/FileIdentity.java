package io.pimlock.kernel;

/**
 * Device and inode, written like those of {@code java.nio}, so that processes that look
 * at files in different ways agree.
 *
 * @param device the device's number as {@code stat(2)} has it
 * @param inode the inode's number
 */
record FileIdentity(long device, long inode) {

	/** The device's number is put together as makedev(3) does. */
	static FileIdentity of(int major, int minor, long inode) {
		long device = ((major & 0xfffff000L) << 32) | ((major & 0xfffL) << 8) | ((minor & 0xffffff00L) << 12)
				| (minor & 0xffL);
		return new FileIdentity(device, inode);
	}

	/** The major number of the device, which gnu_dev_major(3) finds like this. */
	long major() {
		return ((this.device >>> 32) & 0xfffff000L) | ((this.device >>> 8) & 0xfffL);
	}

	/** The minor number of the device, which gnu_dev_minor(3) finds like this. */
	long minor() {
		return ((this.device >>> 12) & 0xffffff00L) | (this.device & 0xffL);
	}

	@Override
	public String toString() {
		return "(dev=" + Long.toHexString(this.device) + ",ino=" + this.inode + ")";
	}

}
