// The calls of POSIX and of each system that Swift cannot make by itself: variadic functions, macros, and names that clash.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stddef.h>
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

// In Swift, `flock` is the struct of fcntl(2), which hides the function.
static inline int bootstrap_flock(int descriptor, int operation) { return flock(descriptor, operation); }

// Everything that was written to the file system of `descriptor` reaches the disk. macOS has no syncfs(2).
int bootstrap_sync_filesystem(int descriptor);

// The bytes at `offset` begin to go to the disk, and nobody waits (sync_file_range(2)). Nothing on other systems: it is a hint.
void bootstrap_begin_writeback(int descriptor, off_t offset, off_t count);

// pipe(2), both ends closed on exec; where the system has no pipe2(2), not in one step.
int bootstrap_pipe(int ends[2]);

// Columns of the terminal behind `descriptor`, or 0 where it is none.
static inline int bootstrap_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// A program started with `actions` begins in `directory`. The function is an extension with a name of its own on each system.
int bootstrap_spawn_in_directory(posix_spawn_file_actions_t *actions, const char *directory);

// environ(7), which Swift takes for shared mutable state.
char *const *bootstrap_environment(void);

// The words that the process was started with, NULL behind the last. NULL where the C library does not tell constructors: glibc and
// macOS do. Swift reads them from /proc, which fails without a free descriptor.
char *const *bootstrap_words(void);

// The path of the running program, links followed where the system does. Its length, or -1 with errno.
ssize_t bootstrap_executable_path(char *buffer, size_t size);

// From now on a signal that asks the program to end (SIGINT, SIGTERM, SIGHUP) is a byte with its number, to be read from the
// descriptor that is returned; -1 with errno where there is none. One that the program's parent had ignored stays ignored.
int bootstrap_ending_signals(void);
