internal import Synchronization

/// The lock that keeps the test process from starting a program while it writes another one.
///
/// A new process holds all open files of its parent until it runs its own program, and the kernel
/// does not run a file that is open for writing (`ETXTBSY`). Without the lock, a program that is
/// written while another test starts a child could not run for a moment.
let executableWrites = Mutex<Void>(())
