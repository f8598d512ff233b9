package io.pimlock.samples.store;

import java.io.IOException;
import java.io.InputStream;

import io.pimlock.StoreLockMode;
import io.pimlock.annotation.StoreLocked;

import org.springframework.stereotype.Component;

/**
 * Puts documents into the store. Between its body and its entry in the queue, a document
 * is a file that nothing refers to; while the store is locked for staging, no collector
 * takes it for garbage.
 */
@Component
class Producer {

	private final Objects objects;

	private final DocumentQueue queue;

	Producer(Objects objects, DocumentQueue queue) {
		this.objects = objects;
		this.queue = queue;
	}

	@StoreLocked(path = "${store.directory}", mode = StoreLockMode.STAGE)
	public StoredObject put(String name, InputStream body) throws IOException {
		StoredObject object = this.objects.put(body);
		this.queue.add(name, object);
		return object;
	}

}
