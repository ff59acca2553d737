// The system calls of the shim and of the search for pins. Embedded Swift cannot import a C library's overlay, so this header names
// no type of one: descriptors and error numbers are `int`, and what fails returns the negated errno.
#pragma once

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a path names, as far as the search for pins tells them apart.
typedef struct {
  uint64_t device;
  uint64_t inode;
  size_t size;
  // Of the last change of the contents and of the status, in nanoseconds since 1970.
  int64_t modified;
  int64_t changed;
  bool is_regular;
} shim_status;

// Stands for the working directory where a call takes an open directory that its path starts from.
enum { shim_here = -100 };

// 0, or a negated errno. Follows symbolic links.
int shim_status_of(int directory, const char *path, shim_status *status);

// 0 where `path` names anything, a broken link included, or a negated errno. The cheapest question there is.
int shim_probe(int directory, const char *path);

// 0 where the process may execute `path`, or a negated errno.
int shim_executable(const char *path);

// A descriptor for reading, closed on exec, or a negated errno. Never waits, not even for a pipe's writer.
int shim_open(int directory, const char *path);

// A directory as a place for paths to start from, closed on exec, or a negated errno.
int shim_enter(int directory, const char *path);

void shim_close(int descriptor);

// Up to `capacity` bytes; the count, 0 at the end, or a negated errno.
long shim_read(int descriptor, void *buffer, size_t capacity);

// As shim_read, from `offset`.
long shim_read_at(int descriptor, void *buffer, size_t capacity, size_t offset);

// The first `size` bytes of a file, or NULL. The pages are the file's own: no copy is made.
const void *shim_map(int descriptor, size_t size);

void shim_unmap(const void *bytes, size_t size);

// `size` zeroed bytes at the start of a page, or NULL. They are never given back.
void *shim_memory(size_t size);

// The physical path of the working directory, terminated; its length without the terminator, or a negated errno.
long shim_working_directory(char *buffer, size_t capacity);

// Whether an errno of the calls above says that nothing is there.
static inline bool shim_is_absent(int negated_errno) { return negated_errno == -ENOENT || negated_errno == -ENOTDIR; }

// The path that this program was started by, as it was given to execve(2), or to the kernel by the first line of a script; NULL where
// the system does not tell. With the arguments of the process.
const char *shim_started_as(char *const *arguments, size_t count);

// Whether the program runs with more rights than who started it (setuid, setgid, file capabilities).
bool shim_is_privileged(void);

// Returns only when it fails, with a negated errno.
int shim_execute(const char *path, char *const *arguments, char *const *environment);

void shim_write_error(const void *bytes, size_t count);

_Noreturn void shim_exit(int status);

// The index of the first line feed at or after `index`, or `count`.
size_t shim_line_end(const void *text, size_t index, size_t count);

// The index of the first line of a lock, at or after the line that begins at `index`, that matters for choosing a version: one that
// begins neither with a space nor empty, or with two spaces and `pr` (provides). `count` where there is none.
size_t shim_next_heading(const void *text, size_t index, size_t count);

// The index of the first byte at or after `index` that is no lower-case letter, digit, dot or dash, or `count`: where most words end.
size_t shim_word_end(const void *text, size_t index, size_t count);
