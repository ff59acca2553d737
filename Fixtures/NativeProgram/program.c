// A native program for tests on macOS, to which a script is appended (`NativeProgram`). It replaces
// itself with `/bin/sh -c` and that script, in which `$0` is the program's `argv[0]`.
//
// After the script, the file ends with the number of its bytes, including a zero at its end. The
// signature covers the program alone, so appending to the file leaves it valid for the kernel.
// `make` compiles this file.
#include <fcntl.h>
#include <mach-o/dyld.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

extern char **environ;

int main(int count, char **arguments) {
  static char path[4096];
  uint32_t capacity = sizeof path;
  uint64_t size;
  if (_NSGetExecutablePath(path, &capacity) != 0) return 126;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  off_t end = lseek(file, -(off_t)sizeof size, SEEK_END);
  if (end < 0 || read(file, &size, sizeof size) != sizeof size || size > (uint64_t)end) return 126;
  char *script = malloc(size);
  char **list = calloc((size_t)count + 4, sizeof *list);
  if (script == NULL || list == NULL) return 126;
  if (pread(file, script, size, end - (off_t)size) != (ssize_t)size) return 126;
  list[0] = "sh";
  list[1] = "-c";
  list[2] = script;
  for (int index = 0; index < count; index++) list[index + 3] = arguments[index];
  execve("/bin/sh", list, environ);
  return 126;
}
