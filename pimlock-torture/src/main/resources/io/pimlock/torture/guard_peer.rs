//! A worker of another kind: takes nothing but the kernel lock on `<bucket>/.lock.guard`, with
//! `File::lock` and `File::try_lock`, for short random times, and never touches `.lock`.
//!
//! Arguments: DIRECTORY WORKER INCARNATION SEED BUCKETS WORK_MICROS ...
//! Ends when its standard input ends; "finish" there makes it stop locking and wait for that end.

use std::env;
use std::fs::{read_dir, File, OpenOptions};
use std::io::{stdin, Write};
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

static FINISHING: AtomicBool = AtomicBool::new(false);

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanos: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
}

/// The clock that all workers share, CLOCK_MONOTONIC; `Instant` does not give its value away.
fn monotonic_nanos() -> i64 {
    let mut time = Timespec { seconds: 0, nanos: 0 };
    unsafe { clock_gettime(1, &mut time) };
    time.seconds * 1_000_000_000 + time.nanos
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

struct Journal {
    file: File,
    who: String,
}

impl Journal {
    fn write(&mut self, event: &str, bucket: &str, number: i64, wait: i64, text: &str) {
        let line = format!(
            "\n{} {} 0 {} {} {} {} {} {} .\n",
            event, self.who, process::id(), monotonic_nanos(), bucket, number, wait, text
        );
        self.file.write_all(line.as_bytes()).expect("journal");
    }
}

fn once(directory: &PathBuf, journal: &mut Journal, dice: &mut Dice, buckets: u64, work: u64) -> std::io::Result<()> {
    let bucket = format!("bucket-{}", dice.below(buckets));
    let guard = OpenOptions::new().read(true).write(true).create(true).truncate(false)
        .open(directory.join("buckets").join(&bucket).join(".lock.guard"))?;
    let begin = monotonic_nanos();
    if dice.below(2) == 0 {
        guard.lock()?;
    } else if guard.try_lock().is_err() {
        journal.write("busy", &bucket, -1, monotonic_nanos() - begin, "try");
        return Ok(());
    }
    journal.write("enter", &bucket, -1, monotonic_nanos() - begin, "-");
    thread::sleep(Duration::from_micros(dice.below(work + 1)));
    journal.write("exit", &bucket, -1, -1, "-");
    guard.unlock()
}

fn watch_input() {
    let mut line = String::new();
    while stdin().read_line(&mut line).unwrap_or(0) > 0 {
        FINISHING.store(true, Ordering::SeqCst);
    }
    process::exit(0);
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let directory = PathBuf::from(&arguments[1]);
    let buckets: u64 = arguments[5].parse().expect("buckets");
    let work: u64 = arguments[6].parse().expect("work");
    let mut dice = Dice(arguments[4].parse::<i64>().expect("seed") as u64);
    let file = OpenOptions::new().append(true).open(directory.join("journal.txt")).expect("journal");
    let mut journal = Journal { file, who: format!("{} {}", arguments[2], arguments[3]) };
    thread::spawn(watch_input);
    let descriptors = read_dir("/proc/self/fd").map(|all| all.count() as i64 - 1).unwrap_or(-1);
    journal.write("ready", "-", descriptors, -1, "std::fs::File");
    while !FINISHING.load(Ordering::SeqCst) {
        if let Err(problem) = once(&directory, &mut journal, &mut dice, buckets, work) {
            journal.write("trouble", "-", -1, -1, &problem.to_string().replace(' ', "_"));
            thread::sleep(Duration::from_millis(100));
        }
        thread::sleep(Duration::from_millis(5 + dice.below(30)));
    }
    journal.write("finished", "-", -1, -1, "-");
    loop {
        thread::sleep(Duration::from_secs(60));
    }
}
