#define _GNU_SOURCE
#include "posix.h"

#include <signal.h>

#include <string.h>

#ifdef __APPLE__
#include <crt_externs.h>
#include <libproc.h>
#include <mach-o/dyld.h>
#include <stdio.h>
#include <sys/mount.h>
#else
#include <sys/statvfs.h>
#endif
#ifdef __linux__
#include <sys/auxv.h>
#include <sys/syscall.h>
#endif

static char *const *process_words;

#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void keep_words(int count, char **words) {
  (void)count;
  process_words = words;
}
#endif

char *const *bootstrap_arguments(void) { return process_words; }

#ifdef __linux__
ssize_t bootstrap_read_entries(int directory, void *buffer, size_t size) {
  return syscall(SYS_getdents64, directory, buffer, size);
}
#endif

int bootstrap_sync_file(int descriptor) {
#ifdef __APPLE__
  // fsync(2) leaves the data in the cache of the drive. File systems of a network, and some drives,
  // refuse to empty that cache.
  if (fcntl(descriptor, F_FULLFSYNC) == 0) return 0;
  if (errno == EINTR || errno == EIO || errno == ENOSPC || errno == EBADF) return -1;
#endif
  return fsync(descriptor);
}

int bootstrap_sync_filesystem(int descriptor) {
#ifdef __APPLE__
  // sync(2) neither waits nor empties the cache of the drive.
  return fsync_volume_np(descriptor, SYNC_VOLUME_FULLSYNC | SYNC_VOLUME_WAIT);
#else
  return syncfs(descriptor);
#endif
}

bool bootstrap_is_noexec(const char *path) {
#ifdef __APPLE__
  struct statfs status;
  return statfs(path, &status) == 0 && (status.f_flags & MNT_NOEXEC) != 0;
#else
  struct statvfs status;
  return statvfs(path, &status) == 0 && (status.f_flag & ST_NOEXEC) != 0;
#endif
}

int bootstrap_exchange(const char *one, const char *other) {
#ifdef __linux__
  // 2 is RENAME_EXCHANGE. Not every C library has renameat2(2).
  return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2);
#else
  return renamex_np(one, other, RENAME_SWAP);
#endif
}

void bootstrap_begin_writeback(int descriptor, off_t offset, off_t count) {
#ifdef __linux__
  sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
#else
  (void)descriptor, (void)offset, (void)count;
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

int bootstrap_spawn_closing_descriptors(posix_spawn_file_actions_t *actions) {
#ifdef __APPLE__
  (void)actions;
  return 0;
#else
  return posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
}

#ifdef __APPLE__
// Only an executable may refer to environ(7), and the tests are a bundle.
char *const *bootstrap_environment(void) { return *_NSGetEnviron(); }
#else
extern char **environ;

char *const *bootstrap_environment(void) { return environ; }
#endif

ssize_t bootstrap_executable_path(char *buffer, size_t size) {
#ifdef __APPLE__
  uint32_t capacity = (uint32_t)size;
  if (_NSGetExecutablePath(buffer, &capacity) != 0) {
    errno = ENAMETOOLONG;
    return -1;
  }
  return (ssize_t)strlen(buffer);
#else
  ssize_t length = readlink("/proc/self/exe", buffer, size);
  if (length != -1 || errno != ENOENT) return length;
  // Without /proc, the kernel still states which path was executed.
  const char *path = (const char *)getauxval(AT_EXECFN);
  if (path == NULL || strlen(path) > size) return -1;
  memcpy(buffer, path, strlen(path));
  return (ssize_t)strlen(path);
#endif
}

#ifdef __APPLE__
uint64_t bootstrap_process_start(pid_t process) {
  struct proc_bsdinfo info;
  int size = proc_pidinfo(process, PROC_PIDTBSDINFO, 0, &info, (int)sizeof info);
  // SZOMB of sys/proc.h: the process has ended.
  if (size != (int)sizeof info || info.pbi_status == 5) return 0;
  return info.pbi_start_tvsec * 1000000 + info.pbi_start_tvusec;
}
#endif

short bootstrap_spawn_in_session(void) { return POSIX_SPAWN_SETSID; }

static void do_nothing(int signal) { (void)signal; }

void bootstrap_prepare_streams(void) {
  for (int stream = 0; stream <= 2; stream++) {
    if (fcntl(stream, F_GETFD) != -1) continue;
    // All lower numbers are in use, so open(2) returns this one.
    open("/dev/null", (stream == 0 ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
  }
  // A caught signal gets its default action again on exec, but an ignored one stays ignored.
  struct sigaction action;
  if (sigaction(SIGPIPE, NULL, &action) == -1 || action.sa_handler != SIG_DFL) return;
  action.sa_handler = do_nothing;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGPIPE, &action, NULL);
}

static int ending_writer = -1;

// Runs in a signal handler, where only functions like write(2) are safe (signal-safety(7)).
static void note_ending(int signal) {
  int saved = errno;
  unsigned char number = (unsigned char)signal;
  ssize_t written = write(ending_writer, &number, 1);
  (void)written;
  errno = saved;
}

void bootstrap_catch_termination_signals(bool are_caught) {
  if (ending_writer == -1) return;
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction action;
    if (sigaction(signals[i], NULL, &action) == -1 || action.sa_handler == SIG_IGN) continue;
    action.sa_handler = are_caught ? note_ending : SIG_DFL;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(signals[i], &action, NULL);
  }
}

int bootstrap_termination_signals(void) {
  int ends[2];
  if (bootstrap_pipe(ends) == -1) return -1;
  ending_writer = ends[1];
  bootstrap_catch_termination_signals(true);
  return ends[0];
}
