#define _GNU_SOURCE
#include "posix.h"

#include <string.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

int bootstrap_sync_filesystem(int descriptor) {
#ifdef __linux__
  return syncfs(descriptor);
#else
  (void)descriptor;
  sync();
  return 0;
#endif
}

int bootstrap_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) == -1) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int bootstrap_spawn_in_directory(posix_spawn_file_actions_t *actions, const char *directory) {
  return posix_spawn_file_actions_addchdir_np(actions, directory);
}

extern char **environ;

char *const *bootstrap_environment(void) { return environ; }

ssize_t bootstrap_executable_path(char *buffer, size_t size) {
#ifdef __APPLE__
  uint32_t capacity = (uint32_t)size;
  if (_NSGetExecutablePath(buffer, &capacity) != 0) {
    errno = ENAMETOOLONG;
    return -1;
  }
  return (ssize_t)strlen(buffer);
#else
  return readlink("/proc/self/exe", buffer, size);
#endif
}
