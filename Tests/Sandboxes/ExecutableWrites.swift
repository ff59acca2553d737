internal import Synchronization

/// The lock that keeps the test process from starting a program while it writes another one.
///
/// A new process holds all open files of its parent until it runs its own program, and the kernel
/// does not run a file that is open for writing (`ETXTBSY`). So a program that was written while
/// another test started a child could not be run for a moment.
let executableWrites = Mutex<Void>(())
