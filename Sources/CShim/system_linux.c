// System calls on Linux, made directly because the shim is linked without a C library.
#ifdef __linux__

#include "shim.h"

#include <asm/stat.h>
#include <asm/unistd.h>
#include <elf.h>
#include <errno.h>
#include <linux/fcntl.h>
#include <linux/stat.h>

unsigned long getauxval(unsigned long type);

static inline long call(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
#else
#error "no system calls for this processor"
#endif
}

#define CALL3(number, a, b, c) call(number, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define CALL4(number, a, b, c, d) call(number, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)

_Static_assert(shim_here == AT_FDCWD, "the working directory");

#ifndef __NR_newfstatat
#define __NR_newfstatat __NR_fstatat
#endif

// Reads a status with the flags of fstatat(2). An empty path stands for the descriptor itself.
static int read_status(int directory, const char *path, int flags, shim_status *status) {
  struct stat found;
  long result = CALL4(__NR_newfstatat, directory, path, &found, flags);
  if (result < 0) return (int)result;
  status->device = (uint64_t)found.st_dev;
  status->inode = (uint64_t)found.st_ino;
  status->size = (size_t)found.st_size;
  status->modified = shim_nanoseconds(found.st_mtime, (int64_t)found.st_mtime_nsec);
  status->changed = shim_nanoseconds(found.st_ctime, (int64_t)found.st_ctime_nsec);
  status->is_regular = (found.st_mode & 0170000) == 0100000;
  status->owner = found.st_uid;
  status->permissions = found.st_mode & 07777;
  return 0;
}

int shim_status_of(int directory, const char *path, shim_status *status) {
  return read_status(directory, path, 0, status);
}

int shim_link_status_of(int directory, const char *path, shim_status *status) {
  return read_status(directory, path, AT_SYMLINK_NOFOLLOW, status);
}

int shim_status_of_open(int descriptor, shim_status *status) {
  return read_status(descriptor, "", AT_EMPTY_PATH, status);
}

// readlinkat(2) only resolves the path. It neither opens a file, as openat(2) does, nor copies a
// status, as fstatat(2) does. EINVAL means that the path exists and is not a symbolic link.
int shim_probe(int directory, const char *path) {
  char byte;
  long result = CALL4(__NR_readlinkat, directory, path, &byte, 1);
  return result >= 0 || result == -EINVAL ? 0 : (int)result;
}

long shim_link_target(int directory, const char *path, char *buffer, size_t capacity) {
  return CALL4(__NR_readlinkat, directory, path, buffer, capacity);
}

int shim_executable(const char *path) { return (int)CALL3(__NR_faccessat, AT_FDCWD, path, 1); }

int shim_open(int directory, const char *path, bool follows_link) {
  int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follows_link ? 0 : O_NOFOLLOW);
  return (int)CALL4(__NR_openat, directory, path, flags, 0);
}

int shim_enter(int directory, const char *path) {
  return (int)CALL4(__NR_openat, directory, path, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
}

void shim_close(int descriptor) { CALL3(__NR_close, descriptor, 0, 0); }

long shim_read(int descriptor, void *buffer, size_t capacity) {
  long count;
  do count = CALL3(__NR_read, descriptor, buffer, capacity);
  while (count == -EINTR);
  return count;
}

long shim_read_at(int descriptor, void *buffer, size_t capacity, size_t offset) {
  long count;
  do count = CALL4(__NR_pread64, descriptor, buffer, capacity, offset);
  while (count == -EINTR);
  return count;
}

const void *shim_map(int descriptor, size_t size) {
  // PROT_READ, MAP_PRIVATE.
  long result = call(__NR_mmap, 0, (long)size, 1, 2, descriptor, 0);
  return result < 0 && result > -4096 ? NULL : (const void *)result;
}

void *shim_memory(size_t size) {
  // PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS.
  long result = call(__NR_mmap, 0, (long)size, 3, 0x22, -1, 0);
  return result < 0 && result > -4096 ? NULL : (void *)result;
}

void shim_unmap(const void *bytes, size_t size) { CALL3(__NR_munmap, bytes, size, 0); }

long shim_working_directory(char *buffer, size_t capacity) {
  // The kernel's count includes the terminator.
  long count = CALL3(__NR_getcwd, buffer, capacity, 0);
  return count > 0 ? count - 1 : count;
}

static bool is_same_text(const char *left, const char *right) {
  for (; *left == *right; left++, right++)
    if (*left == 0) return true;
  return false;
}

static bool has_slash(const char *path) {
  for (; *path != 0; path++)
    if (*path == '/') return true;
  return false;
}

// Returns whether the shim is the interpreter in the first line of the script `path`. If so, the
// kernel reports the script as the started program (AT_EXECFN), and inserts the interpreter and
// its option, if any, before the script in the arguments (binfmt_script). Since a program may
// also receive its own path as an argument, `path` and the interpreter must be different files.
static bool is_script(const char *path, char *const *arguments, size_t count) {
  if (count < 2 || !(is_same_text(path, arguments[1]) ||
                     (count > 2 && is_same_text(path, arguments[2]))))
    return false;
  shim_status script, interpreter;
  return has_slash(arguments[0]) && shim_status_of(shim_here, path, &script) == 0 &&
         shim_status_of(shim_here, arguments[0], &interpreter) == 0 &&
         (script.inode != interpreter.inode || script.device != interpreter.device);
}

const char *shim_started_as(char *const *arguments, size_t count) {
  const char *path = (const char *)getauxval(AT_EXECFN);
  return path != NULL && is_script(path, arguments, count) ? arguments[0] : path;
}

bool shim_is_privileged(void) { return getauxval(AT_SECURE) != 0; }

uint32_t shim_user(void) { return (uint32_t)CALL3(__NR_geteuid, 0, 0, 0); }

int shim_process(void) { return (int)CALL3(__NR_getpid, 0, 0, 0); }

int shim_execute(const char *path, char *const *arguments, char *const *environment) {
  return (int)CALL3(__NR_execve, path, arguments, environment);
}

int64_t shim_now(void) {
  // The time in seconds and nanoseconds. CLOCK_REALTIME_COARSE, which is cheaper and a few
  // milliseconds behind, is 5.
  long now[2] = {0, 0};
  (void)CALL3(__NR_clock_gettime, 5, now, 0);
  return now[0];
}

int shim_record_use(const char *path, int64_t now, shim_status *status) {
  int failure = shim_status_of(shim_here, path, status);
  if (failure < 0) return failure;
  // The difference is negative if the clock was ahead once.
  int64_t age = now - shim_seconds(status->modified);
  if (age < 0 || age >= 86400) CALL4(__NR_utimensat, AT_FDCWD, path, NULL, 0);
  return 0;
}

// These paths are part of the ABI, so every system with the C library has its loader there.
#if defined(__x86_64__)
static const char glibc[] = "/lib64/ld-linux-x86-64.so.2";
static const char musl[] = "/lib/ld-musl-x86_64.so.1";
#elif defined(__aarch64__)
static const char glibc[] = "/lib/ld-linux-aarch64.so.1";
static const char musl[] = "/lib/ld-musl-aarch64.so.1";
#endif

const char *shim_system_file(void) {
  if (shim_probe(shim_here, glibc) == 0) return glibc;
  return shim_probe(shim_here, musl) == 0 ? musl : NULL;
}

void shim_write_error(const void *bytes, size_t count) {
  while (count > 0) {
    long written = CALL3(__NR_write, 2, bytes, count);
    if (written == -EINTR) continue;
    if (written <= 0) return;
    bytes = (const char *)bytes + written;
    count -= (size_t)written;
  }
}

void shim_exit(int status) {
  CALL3(__NR_exit_group, status, 0, 0);
  __builtin_unreachable();
}

#endif
