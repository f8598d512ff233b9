//! Locks files with the standard library. The same commands as flock_peer.py.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut held: Option<File> = None;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let command: Vec<&str> = line.split(' ').collect();
        let answer = if command[0] == "unlock" {
            held.take().expect("something is locked").unlock()?;
            "unlocked"
        } else {
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(command[2])?;
            let locked = match (command[0], command[1]) {
                ("try", "exclusive") => file.try_lock(),
                ("try", _) => file.try_lock_shared(),
                (_, "exclusive") => file.lock().map_err(TryLockError::Error),
                _ => file.lock_shared().map_err(TryLockError::Error),
            };
            match locked {
                Ok(()) => {
                    held = Some(file);
                    "locked"
                }
                Err(TryLockError::WouldBlock) => "busy",
                Err(TryLockError::Error(error)) => return Err(error),
            }
        };
        println!("{answer}");
        io::stdout().flush()?;
    }
    Ok(())
}
