// System calls of the shim and of the search for pins. Embedded Swift cannot import the overlay
// of a C library, so this header uses none of its types. Descriptors and error numbers are
// `int`, and functions return a negated errno if they fail.
#pragma once

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The properties of a file that the search for pins uses.
typedef struct {
  uint64_t device;
  uint64_t inode;
  size_t size;
  // The times of the last change of the contents and of the status, in nanoseconds since 1970.
  int64_t modified;
  int64_t changed;
  bool is_regular;
  // The user id of the owner, and the permission bits.
  uint32_t owner;
  uint32_t permissions;
} shim_status;

// Returns a time in nanoseconds since 1970. A time that does not fit, such as one after 2262, wraps
// around: its only use is to tell two times apart.
static inline int64_t shim_nanoseconds(int64_t seconds, int64_t nanoseconds) {
  return (int64_t)((uint64_t)seconds * 1000000000 + (uint64_t)nanoseconds);
}

// Returns the whole seconds of a time in nanoseconds, rounded down.
static inline int64_t shim_seconds(int64_t nanoseconds) {
  return nanoseconds / 1000000000 - (nanoseconds % 1000000000 < 0);
}

// Stands for the working directory in calls that take the descriptor of a directory to which a
// path is relative.
enum { shim_here = -100 };

// Reads the status of a file, following symbolic links. Returns 0 or a negated errno.
int shim_status_of(int directory, const char *path, shim_status *status);

// Reads the status of an entry without following a symbolic link. Returns 0 or a negated errno.
int shim_link_status_of(int directory, const char *path, shim_status *status);

// Reads the status of an open file. Returns 0 or a negated errno.
int shim_status_of_open(int descriptor, shim_status *status);

// Returns 0 if something exists at `path`, even a broken symbolic link, or a negated errno. This
// is the cheapest check for existence.
int shim_probe(int directory, const char *path);

// Writes the target of a symbolic link, without a terminator, and returns its length or a negated
// errno: EINVAL for an entry that is not a link. A target longer than `capacity` is cut off.
long shim_link_target(int directory, const char *path, char *buffer, size_t capacity);

// Returns 0 if the process may execute `path`, or a negated errno.
int shim_executable(const char *path);

// Opens a file for reading, closed on exec. Returns a descriptor or a negated errno. Never
// blocks, even on a pipe without a writer. A symbolic link is an error unless `follows_link`.
int shim_open(int directory, const char *path, bool follows_link);

// Opens a file that pins versions, and reads its status. Returns a descriptor or a negated errno.
// Unless `reads_foreign`, a file for which shim_is_foreign returns true is treated as missing. The
// errno of a link that leads nowhere is ENOLINK.
int shim_open_pins(int directory, const char *path, bool reads_foreign, shim_status *status);

// Returns whether a file, or the link that leads to it, belongs neither to the user nor to root,
// and everybody can write to its folder or to one above it.
bool shim_is_foreign(int directory, const char *path);

// Opens a directory that paths can be relative to, closed on exec. Returns a descriptor or a
// negated errno.
int shim_enter(int directory, const char *path);

void shim_close(int descriptor);

// Reads up to `capacity` bytes. Returns the count, 0 at the end, or a negated errno.
long shim_read(int descriptor, void *buffer, size_t capacity);

// Reads like shim_read, but from `offset`.
long shim_read_at(int descriptor, void *buffer, size_t capacity, size_t offset);

// Maps the first `size` bytes of a file without copying them. Returns NULL if it fails.
const void *shim_map(int descriptor, size_t size);

// Ends a mapping of `size` bytes.
void shim_unmap(const void *bytes, size_t size);

// Returns `size` zeroed bytes at the start of a page, or NULL. They are never freed.
void *shim_memory(size_t size);

// Writes the physical path of the working directory with a terminator. Returns its length
// without the terminator, or a negated errno.
long shim_working_directory(char *buffer, size_t capacity);

// Returns whether a negated errno of the calls above means that nothing exists at the path.
static inline bool shim_is_absent(int negated_errno) {
  return negated_errno == -ENOENT || negated_errno == -ENOTDIR;
}

// Returns the path that this program was started by, as given to execve(2) or in the first
// line of a script. Returns NULL if the system does not report it. Takes the arguments of
// the process.
const char *shim_started_as(char *const *arguments, size_t count);

// Returns whether the program has more rights than the user who started it (setuid, setgid,
// file capabilities).
bool shim_is_privileged(void);

// Returns the effective user id.
uint32_t shim_user(void);

// Returns the id of this process, which execve(2) keeps.
int shim_process(void);

// Replaces the process with the program at `path` (execve(2)). Returns a negated errno if
// it fails.
int shim_execute(const char *path, char *const *arguments, char *const *environment);

// Returns the seconds since 1970.
int64_t shim_now(void);

// Sets the time of the file at `path` to now, unless it is less than a day before `now`, in seconds
// since 1970. An error in doing so is ignored. Returns 0 with the status that the file had before,
// or a negated errno.
int shim_record_use(const char *path, int64_t now, shim_status *status);

// Returns the path of a file that changes whenever the system's C library does: its loader. On
// macOS, the file changes whenever the system does. Returns NULL if there is none.
const char *shim_system_file(void);

// Writes to standard error, in several calls if necessary. Errors are ignored.
void shim_write_error(const void *bytes, size_t count);

_Noreturn void shim_exit(int status);

// Returns the index of the first line feed at or after `index`, or `count` if there is none.
size_t shim_line_end(const void *text, size_t index, size_t count);

// Returns the start of the first line of a lock that is relevant to the selection of a version,
// or `count` if there is none. Such a line is not empty and begins without a space, or with two
// spaces and `pr` (provides). The search starts with the line that begins at `index`.
size_t shim_next_heading(const void *text, size_t index, size_t count);

// Returns the index of the first byte at or after `index` that is not a lowercase letter, digit,
// dot, or dash. Returns `count` if there is no such byte. Most words end there.
size_t shim_word_end(const void *text, size_t index, size_t count);
