// Calls that Swift cannot make: variadic functions, macros, and functions whose names clash.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

// open(2) and openat(2) are variadic.
static inline int bootstrap_open(const char *path, int flags, mode_t mode) {
  return open(path, flags | O_CLOEXEC, mode);
}
static inline int bootstrap_openat(int directory, const char *path, int flags, mode_t mode) {
  return openat(directory, path, flags | O_CLOEXEC, mode);
}

#ifdef __linux__
// Reads the next entries of a directory in the kernel's format (getdents64(2)). Returns their
// size in bytes, 0 at the end, or -1 with errno. readdir(3) takes three more system calls for each
// directory.
ssize_t bootstrap_read_entries(int directory, void *buffer, size_t size);
#endif

// In Swift, the struct `flock` of fcntl(2) hides the function.
static inline int bootstrap_flock(int descriptor, int operation) {
  return flock(descriptor, operation);
}

// Writes a file to the disk, so that it survives a power failure (fsync(2), or F_FULLFSYNC of
// fcntl(2) on macOS). Returns 0, or -1 with errno.
int bootstrap_sync_file(int descriptor);

// Writes everything on the file system of `descriptor` to the disk (syncfs(2), or
// fsync_volume_np(2) on macOS). Returns 0, or -1 with errno.
int bootstrap_sync_filesystem(int descriptor);

// Returns whether the file system of `path` is mounted with `noexec`, so that none of its programs
// can run. Uses statvfs(3), or statfs(2) on macOS, whose statvfs(3) does not report the option.
bool bootstrap_is_noexec(const char *path);

// Exchanges two entries of one file system in one step (renameat2(2), renamex_np(2)). Returns 0, or
// -1 with errno.
int bootstrap_exchange(const char *one, const char *other);

// Starts writing `count` bytes at `offset` to the disk without waiting (sync_file_range(2)).
// This is only a hint: on systems other than Linux, the function does nothing.
void bootstrap_begin_writeback(int descriptor, off_t offset, off_t count);

// Creates a pipe with both ends closed on exec (pipe(2)). On a system without pipe2(2), this is
// not atomic: a program that another thread starts in between inherits the ends.
int bootstrap_pipe(int ends[2]);

// Returns the width in columns of the terminal to which `descriptor` refers, or 0 if it is
// not a terminal.
static inline int bootstrap_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// Returns the height in rows of the terminal to which `descriptor` refers, or 0 if it is not a
// terminal.
static inline int bootstrap_terminal_rows(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

// Makes a program that is started with `actions` begin in `directory`. The C function is an
// extension of POSIX.
int bootstrap_spawn_in_directory(posix_spawn_file_actions_t *actions, const char *directory);

// Makes posix_spawn(3) close all descriptors of the new process but the standard streams. Does
// nothing on macOS, where the flag POSIX_SPAWN_CLOEXEC_DEFAULT has this effect. glibc hides the
// function from Swift.
int bootstrap_spawn_closing_descriptors(posix_spawn_file_actions_t *actions);

// Returns the flag that makes posix_spawn(3) start a new session. glibc hides it from Swift.
short bootstrap_spawn_in_session(void);

// Returns environ(7), which Swift treats as shared mutable state.
char *const *bootstrap_environment(void);

// Returns the arguments of the process, with NULL after the last one. Returns NULL if the C
// library does not pass them to constructors; glibc and macOS do. Swift would read them from
// /proc, which fails if no descriptor is free.
char *const *bootstrap_arguments(void);

// Writes the path of the running program, with symbolic links resolved if the system does so.
// Returns its length, or -1 with errno. On Linux, no terminator is written.
ssize_t bootstrap_executable_path(char *buffer, size_t size);

#ifdef __APPLE__
// Returns the start time of a process in microseconds since 1970 (proc_pidinfo of libproc), or 0 if
// the process is not running.
uint64_t bootstrap_process_start(pid_t process);
#endif

// Opens closed standard streams on /dev/null, in a mode in which they cannot be used, and makes
// writing to a pipe without a reader fail with EPIPE. Programs that are executed do not inherit
// either.
void bootstrap_prepare_streams(void);

// Catches the signals that request termination (SIGINT, SIGTERM, and SIGHUP). From then on, each
// signal writes one byte, its number, to a pipe. Returns the descriptor to read from, or -1 with
// errno. A signal that was ignored when the program started stays ignored.
int bootstrap_termination_signals(void);

// Sets whether these signals are caught, once they have been. If not, each has its default action.
void bootstrap_catch_termination_signals(bool are_caught);

// The address under which releases of bootstrap are published, and the public key of minisign that
// signs them, as `scripts/release` builds them into the programs (Package.swift). NULL in other
// builds.
const char *bootstrap_release_address(void);
const char *bootstrap_release_key(void);
