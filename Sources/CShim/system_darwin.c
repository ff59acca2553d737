// System calls on macOS, made through the C library, the stable interface of macOS.
#ifdef __APPLE__

#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <mach-o/dyld.h>
#include <sys/param.h>

static int at(int directory) { return directory == shim_here ? AT_FDCWD : directory; }

static void copy_status(const struct stat *found, shim_status *status) {
  status->device = (uint64_t)found->st_dev;
  status->inode = (uint64_t)found->st_ino;
  status->size = (size_t)found->st_size;
  status->modified =
      shim_nanoseconds(found->st_mtimespec.tv_sec, found->st_mtimespec.tv_nsec);
  status->changed =
      shim_nanoseconds(found->st_ctimespec.tv_sec, found->st_ctimespec.tv_nsec);
  status->is_regular = S_ISREG(found->st_mode);
  status->owner = found->st_uid;
  status->permissions = found->st_mode & 07777;
}

int shim_status_of(int directory, const char *path, shim_status *status) {
  struct stat found;
  if (fstatat(at(directory), path, &found, 0) != 0) return -errno;
  copy_status(&found, status);
  return 0;
}

int shim_link_status_of(int directory, const char *path, shim_status *status) {
  struct stat found;
  if (fstatat(at(directory), path, &found, AT_SYMLINK_NOFOLLOW) != 0) return -errno;
  copy_status(&found, status);
  return 0;
}

int shim_status_of_open(int descriptor, shim_status *status) {
  struct stat found;
  if (fstat(descriptor, &found) != 0) return -errno;
  copy_status(&found, status);
  return 0;
}

// readlinkat(2) only resolves the path. It neither opens a file, as openat(2) does, nor copies a
// status, as fstatat(2) does. EINVAL means that the path exists and is not a symbolic link.
int shim_probe(int directory, const char *path) {
  char byte;
  return readlinkat(at(directory), path, &byte, 1) >= 0 || errno == EINVAL ? 0 : -errno;
}

long shim_link_target(int directory, const char *path, char *buffer, size_t capacity) {
  ssize_t length = readlinkat(at(directory), path, buffer, capacity);
  return length < 0 ? -errno : length;
}

int shim_executable(const char *path) { return access(path, X_OK) == 0 ? 0 : -errno; }

int shim_open(int directory, const char *path, bool follows_link) {
  int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follows_link ? 0 : O_NOFOLLOW);
  int descriptor = openat(at(directory), path, flags);
  return descriptor < 0 ? -errno : descriptor;
}

int shim_enter(int directory, const char *path) {
  int descriptor = openat(at(directory), path, O_SEARCH | O_DIRECTORY | O_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

void shim_close(int descriptor) { close(descriptor); }

long shim_read(int descriptor, void *buffer, size_t capacity) {
  ssize_t count;
  do count = read(descriptor, buffer, capacity);
  while (count < 0 && errno == EINTR);
  return count < 0 ? -errno : count;
}

long shim_read_at(int descriptor, void *buffer, size_t capacity, size_t offset) {
  ssize_t count;
  do count = pread(descriptor, buffer, capacity, (off_t)offset);
  while (count < 0 && errno == EINTR);
  return count < 0 ? -errno : count;
}

const void *shim_map(int descriptor, size_t size) {
  void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  return bytes == MAP_FAILED ? NULL : bytes;
}

void *shim_memory(size_t size) {
  void *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  return bytes == MAP_FAILED ? NULL : bytes;
}

void shim_unmap(const void *bytes, size_t size) { munmap((void *)bytes, size); }

long shim_working_directory(char *buffer, size_t capacity) {
  return getcwd(buffer, capacity) == NULL ? -errno : (long)strlen(buffer);
}

const char *shim_started_as(char *const *arguments, size_t count) {
  (void)arguments, (void)count;
  static char path[MAXPATHLEN];
  uint32_t size = sizeof path;
  return _NSGetExecutablePath(path, &size) == 0 ? path : NULL;
}

bool shim_is_privileged(void) {
  return issetugid();
}

uint32_t shim_user(void) { return geteuid(); }

int shim_process(void) { return getpid(); }

int64_t shim_now(void) { return time(NULL); }

int shim_record_use(const char *path, int64_t now, shim_status *status) {
  int failure = shim_status_of(shim_here, path, status);
  if (failure < 0) return failure;
  // The difference is negative if the clock was ahead once.
  int64_t age = now - shim_seconds(status->modified);
  if (age < 0 || age >= 86400) utimensat(AT_FDCWD, path, NULL, 0);
  return 0;
}

const char *shim_system_file(void) {
  return "/System/Library/CoreServices/SystemVersion.plist";
}

int shim_execute(const char *path, char *const *arguments, char *const *environment) {
  execve(path, arguments, environment);
  return -errno;
}

void shim_write_error(const void *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(STDERR_FILENO, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes = (const char *)bytes + written;
    count -= (size_t)written;
  }
}

void shim_exit(int status) { _exit(status); }

#endif
