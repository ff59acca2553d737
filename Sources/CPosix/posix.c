#define _GNU_SOURCE
#include "posix.h"

int bootstrap_sync_filesystem(int descriptor) {
#ifdef __linux__
  return syncfs(descriptor);
#else
  (void)descriptor;
  sync();
  return 0;
#endif
}

int bootstrap_spawn_in_directory(posix_spawn_file_actions_t *actions, const char *directory) {
  return posix_spawn_file_actions_addchdir_np(actions, directory);
}

extern char **environ;

char *const *bootstrap_environment(void) { return environ; }
