// tracer FOLDER LOG MODE [NUMBER [VALUE]] -- PROGRAM [ARGUMENT…]
//
// Runs a program, and counts the file system calls of all its threads and child processes that
// concern FOLDER: calls with a path under it, or with a descriptor of a file under it. Calls are
// numbered from 1 in the order in which the kernel announces them, before they take effect. The
// modes are:
//
//   count             writes a line for each call to LOG: its kind, its name, and its path
//   record            writes the effect of each successful change to LOG, for a replay
//   kill N            kills all processes just before call N
//   error N ERRNO     lets call N fail
//   errors N ERRNO    lets all calls from N on fail that change something; with ENOSPC, those that
//                     only remove still work
//   short N           lets call N read or write one byte at most
//   signal N SIGNAL   sends a signal to the program just before call N
//   orphan N SIGNAL   like `signal`, but if call N is a change by a child process, the child stays
//                     stopped until bootstrap or the system kills it
//
// The modes with a number write a line for call N to LOG, as `count` does. The line ends with
// `child` if a child process makes the call, otherwise with `program`.
//
// Exits with the program's status, or with 128 plus the number of the signal that ended it. Exits
// with 99 if the stopped process is still there after ten seconds.
//
// A seccomp filter reports the calls to the tracer (seccomp(2), SECCOMP_RET_TRACE), so all others
// run at full speed. Changes through memory maps are not seen.
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

// MARK: Calls

// Where a call has its file: in a descriptor, a path, or a descriptor and a path relative to it.
// The second file of a call follows the first one.
enum place { descriptor, path, at, two_paths, two_at, link_at, link_path };
enum kind { reads, opens, writes, names, syncs };

struct call {
  long number;
  const char *name;
  enum place place;
  enum kind kind;
};

static const struct call calls[] = {
  {SYS_read, "read", descriptor, reads},
  {SYS_pread64, "pread64", descriptor, reads},
  {SYS_getdents64, "getdents64", descriptor, reads},
  {SYS_fstat, "fstat", descriptor, reads},
  {SYS_flock, "flock", descriptor, reads},
  {SYS_openat, "openat", at, opens},
  {SYS_newfstatat, "newfstatat", at, reads},
  {SYS_statx, "statx", at, reads},
  {SYS_readlinkat, "readlinkat", at, reads},
  {SYS_faccessat, "faccessat", at, reads},
  {SYS_faccessat2, "faccessat2", at, reads},
  {SYS_write, "write", descriptor, writes},
  {SYS_pwrite64, "pwrite64", descriptor, writes},
  {SYS_ftruncate, "ftruncate", descriptor, writes},
  {SYS_fallocate, "fallocate", descriptor, writes},
  {SYS_fchmod, "fchmod", descriptor, names},
  {SYS_fchown, "fchown", descriptor, names},
  {SYS_fchmodat, "fchmodat", at, names},
  {SYS_utimensat, "utimensat", at, names},
  {SYS_mkdirat, "mkdirat", at, names},
  {SYS_unlinkat, "unlinkat", at, names},
  {SYS_symlinkat, "symlinkat", link_at, names},
  {SYS_linkat, "linkat", two_at, names},
  {SYS_renameat2, "renameat2", two_at, names},
  {SYS_fsync, "fsync", descriptor, syncs},
  {SYS_fdatasync, "fdatasync", descriptor, syncs},
  {SYS_syncfs, "syncfs", descriptor, syncs},
#ifdef SYS_renameat
  {SYS_renameat, "renameat", two_at, names},
#endif
#ifdef SYS_open
  {SYS_open, "open", path, opens},
  {SYS_stat, "stat", path, reads},
  {SYS_lstat, "lstat", path, reads},
  {SYS_readlink, "readlink", path, reads},
  {SYS_access, "access", path, reads},
  {SYS_truncate, "truncate", path, writes},
  {SYS_chmod, "chmod", path, names},
  {SYS_mkdir, "mkdir", path, names},
  {SYS_rmdir, "rmdir", path, names},
  {SYS_unlink, "unlink", path, names},
  {SYS_symlink, "symlink", link_path, names},
  {SYS_link, "link", two_paths, names},
  {SYS_rename, "rename", two_paths, names},
#endif
};
enum { call_count = sizeof calls / sizeof *calls };

// MARK: Registers

struct state {
  long number;
  unsigned long arguments[6];
  long result;
};

#if defined(__x86_64__)
enum { architecture = AUDIT_ARCH_X86_64 };
typedef struct user_regs_struct registers;
static struct state state_of(const registers *r) {
  return (struct state){(long)r->orig_rax, {r->rdi, r->rsi, r->rdx, r->r10, r->r8, r->r9},
    (long)r->rax};
}
static void set_length(registers *r, unsigned long length) { r->rdx = length; }
static void skip(pid_t thread, registers *r, long result) {
  (void)thread;
  r->orig_rax = (unsigned long)-1;
  r->rax = (unsigned long)result;
}
#elif defined(__aarch64__)
enum { architecture = AUDIT_ARCH_AARCH64 };
typedef struct user_regs_struct registers;
static struct state state_of(const registers *r) {
  return (struct state){(long)r->regs[8], {r->regs[0], r->regs[1], r->regs[2], r->regs[3],
    r->regs[4], r->regs[5]}, (long)r->regs[0]};
}
static void set_length(registers *r, unsigned long length) { r->regs[2] = length; }
static void skip(pid_t thread, registers *r, long result) {
  int none = -1;
  struct iovec value = {&none, sizeof none};
  ptrace(PTRACE_SETREGSET, thread, NT_ARM_SYSTEM_CALL, &value);
  r->regs[0] = (unsigned long)result;
}
#endif

static void get_registers(pid_t thread, registers *r) {
  struct iovec value = {r, sizeof *r};
  ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &value);
}

static void set_registers(pid_t thread, registers *r) {
  struct iovec value = {r, sizeof *r};
  ptrace(PTRACE_SETREGSET, thread, NT_PRSTATUS, &value);
}

// MARK: Files of a call

enum { path_size = 4096 };

static void fail(const char *what) {
  fprintf(stderr, "tracer: %s: %s\n", what, strerror(errno));
  exit(70);
}

// Reads a string of the program. Reads each page on its own, because the next may be missing.
static void read_string(pid_t thread, unsigned long address, char text[path_size]) {
  size_t length = 0;
  while (length < path_size - 1) {
    size_t part = 4096 - (address + length) % 4096;
    if (part > path_size - 1 - length) part = path_size - 1 - length;
    struct iovec here = {text + length, part}, there = {(void *)(address + length), part};
    ssize_t count = process_vm_readv(thread, &here, 1, &there, 1, 0);
    if (count <= 0) break;
    if (memchr(text + length, 0, (size_t)count)) return;
    length += (size_t)count;
  }
  text[length] = 0;
}

static void read_link(pid_t thread, const char *kind, int number, char text[path_size]) {
  char link[64];
  if (number < 0) snprintf(link, sizeof link, "/proc/%d/%s", thread, kind);
  else snprintf(link, sizeof link, "/proc/%d/%s/%d", thread, kind, number);
  ssize_t length = readlink(link, text, path_size - 1);
  text[length < 0 ? 0 : length] = 0;
}

static void path_of(pid_t thread, int folder, unsigned long address, char text[path_size]) {
  static char name[path_size];
  read_string(thread, address, name);
  if (name[0] == '/') {
    strcpy(text, name);
    return;
  }
  if (folder == AT_FDCWD) read_link(thread, "cwd", -1, text);
  else read_link(thread, "fd", folder, text);
  size_t length = strlen(text);
  if (name[0]) snprintf(text + length, path_size - length, "/%s", name);
}

// Sets the paths of a call, of which the second may be empty.
static void paths_of(
  pid_t thread, const struct call *call, const unsigned long a[6], char first[path_size],
  char second[path_size]) {
  first[0] = second[0] = 0;
  switch (call->place) {
    case descriptor: read_link(thread, "fd", (int)a[0], first); break;
    case path: path_of(thread, AT_FDCWD, a[0], first); break;
    case at: path_of(thread, (int)a[0], a[1], first); break;
    case two_paths:
      path_of(thread, AT_FDCWD, a[0], first);
      path_of(thread, AT_FDCWD, a[1], second);
      break;
    case two_at:
      path_of(thread, (int)a[0], a[1], first);
      path_of(thread, (int)a[2], a[3], second);
      break;
    case link_at: path_of(thread, (int)a[1], a[2], first); break;
    case link_path: path_of(thread, AT_FDCWD, a[1], first); break;
  }
}

static const char *folder;

static int concerns(const char *path) {
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

// Whether an `open` call may create or empty a file.
static int changes(const struct call *call, const unsigned long a[6]) {
  if (call->kind != opens) return call->kind != reads;
  unsigned long flags = call->place == at ? a[2] : a[1];
  return (flags & (O_CREAT | O_TRUNC)) != 0;
}

// Whether a call needs no space, so that it works on a full disk.
static int frees(const struct call *call) {
  return strncmp(call->name, "unlink", 6) == 0 || strcmp(call->name, "rmdir") == 0;
}

// MARK: Recording

static FILE *log_file;

static void log_call(
  const struct call *call, int is_change, const char *first, const char *second, int is_child) {
  static const char *kinds[] = {"read", "open", "write", "name", "sync"};
  const char *kind = call->kind == opens && is_change ? "create" : kinds[call->kind];
  fprintf(log_file, "%s\t%s\t%s\t%s\t%s\n", kind, call->name, first, second,
    is_child ? "child" : "program");
}

static unsigned long long identity(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0 ? status.st_ino : 0;
}

static void record_data(pid_t thread, int number, unsigned long long offset, size_t length) {
  char link[64];
  snprintf(link, sizeof link, "/proc/%d/fd/%d", thread, number);
  struct stat status;
  int file = open(link, O_RDONLY);
  if (file < 0 || fstat(file, &status) != 0) fail("a written file cannot be read");
  fprintf(log_file, "write\t%llu\t%llu\t", (unsigned long long)status.st_ino, offset);
  static const char digits[] = "0123456789abcdef";
  static unsigned char bytes[1 << 16];
  static char text[2 * sizeof bytes];
  for (size_t done = 0; done < length;) {
    size_t part = length - done < sizeof bytes ? length - done : sizeof bytes;
    ssize_t count = pread(file, bytes, part, (off_t)(offset + done));
    if (count <= 0) break;
    for (ssize_t index = 0; index < count; index++) {
      text[2 * index] = digits[bytes[index] >> 4];
      text[2 * index + 1] = digits[bytes[index] & 15];
    }
    fwrite(text, 2, (size_t)count, log_file);
    done += (size_t)count;
  }
  fputc('\n', log_file);
  close(file);
}

static unsigned long long position(pid_t thread, int number) {
  char name[64];
  unsigned long long position = 0;
  snprintf(name, sizeof name, "/proc/%d/fdinfo/%d", thread, number);
  FILE *file = fopen(name, "r");
  if (!file || fscanf(file, "pos: %llu", &position) != 1) fail("a position cannot be read");
  fclose(file);
  return position;
}

static unsigned long long identity_of(pid_t thread, int number) {
  char link[64];
  struct stat status;
  snprintf(link, sizeof link, "/proc/%d/fd/%d", thread, number);
  return stat(link, &status) == 0 ? status.st_ino : 0;
}

// Writes the effect of a successful call to the log. `existed` tells whether an `open` call found
// the file.
static void record(
  pid_t thread, const struct call *call, const struct state *state, const char *first,
  const char *second, int existed) {
  const unsigned long *a = state->arguments;
  long number = call->number, result = state->result;
  unsigned long long file = call->place == descriptor ? identity_of(thread, (int)a[0]) : 0;
  struct stat status;
  if (call->kind == opens) {
    unsigned long flags = call->place == at ? a[2] : a[1];
    if (!existed && flags & O_CREAT && lstat(first, &status) == 0) {
      fprintf(log_file, "create\t%llu\t%s\t%o\n", (unsigned long long)status.st_ino, first,
        status.st_mode & 07777);
    } else if (existed && flags & O_TRUNC) {
      fprintf(log_file, "truncate\t%llu\t0\n", identity_of(thread, (int)result));
    }
  } else if (number == SYS_write) {
    unsigned long long end = position(thread, (int)a[0]);
    record_data(thread, (int)a[0], end - (unsigned long long)result, (size_t)result);
  } else if (number == SYS_pwrite64) {
    record_data(thread, (int)a[0], a[3], (size_t)result);
  } else if (number == SYS_ftruncate) {
    fprintf(log_file, "truncate\t%llu\t%lu\n", file, a[1]);
  } else if (number == SYS_fallocate) {
    if (a[1] == 0) fprintf(log_file, "extend\t%llu\t%lu\n", file, a[2] + a[3]);
  } else if (number == SYS_fchmod) {
    fprintf(log_file, "mode\t%llu\t%lo\n", file, a[1]);
  } else if (number == SYS_syncfs) {
    fprintf(log_file, "sync-all\n");
  } else if (call->kind == syncs) {
    fprintf(log_file, "sync\t%llu\n", file);
  } else if (strncmp(call->name, "mkdir", 5) == 0) {
    fprintf(log_file, "folder\t%llu\t%s\n", identity(first), first);
  } else if (strncmp(call->name, "symlink", 7) == 0) {
    char target[path_size];
    ssize_t length = readlink(first, target, path_size - 1);
    target[length < 0 ? 0 : length] = 0;
    fprintf(log_file, "symlink\t%llu\t%s\t%s\n", identity(first), first, target);
  } else if (strncmp(call->name, "link", 4) == 0) {
    fprintf(log_file, "link\t%llu\t%s\n", identity(second), second);
  } else if (number == SYS_renameat2 && a[4] & RENAME_EXCHANGE) {
    fprintf(log_file, "exchange\t%s\t%s\n", first, second);
  } else if (strncmp(call->name, "rename", 6) == 0) {
    fprintf(log_file, "rename\t%s\t%s\n", first, second);
  } else if (strncmp(call->name, "unlink", 6) == 0 || strncmp(call->name, "rmdir", 5) == 0) {
    fprintf(log_file, "remove\t%s\n", first);
  } else if (strstr(call->name, "chmod")) {
    if (stat(first, &status) == 0)
      fprintf(log_file, "mode\t%llu\t%o\n", (unsigned long long)status.st_ino,
        status.st_mode & 07777);
  }
}

// MARK: Threads

enum { most_threads = 1 << 10 };

// The change that is being recorded. Only one at a time may run, because the kernel does not report
// the ends of calls in their order. The other threads wait at the beginning of theirs.
static struct {
  pid_t thread;
  const struct call *call;
  int existed;
  char first[path_size], second[path_size];
} active;

static pid_t waiting[most_threads];
static int waiting_count;

// Lets a thread that is stopped at the beginning of a change go on to its end.
static void begin_change(pid_t thread) {
  unsigned long index = 0;
  registers r;
  ptrace(PTRACE_GETEVENTMSG, thread, 0, &index);
  get_registers(thread, &r);
  struct state state = state_of(&r);
  active.thread = thread;
  active.call = &calls[index];
  paths_of(thread, active.call, state.arguments, active.first, active.second);
  active.existed = access(active.first, F_OK) == 0;
  ptrace(PTRACE_SYSCALL, thread, 0, 0);
}

static void end_change(void) {
  active.thread = 0;
  if (waiting_count == 0) return;
  pid_t next = waiting[0];
  memmove(waiting, waiting + 1, sizeof *waiting * (size_t)--waiting_count);
  begin_change(next);
}

static pid_t process_of(pid_t thread) {
  char name[64], line[256];
  snprintf(name, sizeof name, "/proc/%d/status", thread);
  FILE *file = fopen(name, "r");
  pid_t process = thread;
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "Tgid: %d", &process) == 1) break;
  if (file) fclose(file);
  return process;
}

static void give_up(int signal) {
  (void)signal;
  _exit(99);
}

static void run_program(char **arguments) {
  static struct sock_filter filter[call_count * 2 + 10];
  unsigned short length = 0;
  struct sock_filter *next = filter;
#define ADD(...) (*next++ = (struct sock_filter)__VA_ARGS__, length++)
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
  for (int index = 0; index < call_count; index++) {
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[index].number, 0, 1));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE | (unsigned)index));
  }
  // copy_file_range(2) fails, so that programs fall back to write(2), which is counted.
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_copy_file_range, 0, 1));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  struct sock_fprog program = {length, filter};
  // A shell makes its background jobs ignore SIGINT, and their children inherit this.
  signal(SIGINT, SIG_DFL);
  ptrace(PTRACE_TRACEME, 0, 0, 0);
  raise(SIGSTOP);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
    || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    fail("the filter cannot be set");
  execv(arguments[0], arguments);
  fail(arguments[0]);
}

int main(int count, char **arguments) {
  if (count < 6) return 64;
  folder = arguments[1];
  log_file = fopen(arguments[2], "we");
  if (!log_file) fail(arguments[2]);
  const char *mode = arguments[3];
  int program = 4;
  while (program < count && strcmp(arguments[program], "--") != 0) program++;
  unsigned long chosen = program > 4 ? strtoul(arguments[4], NULL, 10) : 0;
  int value = program > 5 ? atoi(arguments[5]) : 0;
  if (program + 1 >= count) return 64;
  int is_recording = strcmp(mode, "record") == 0, is_counting = strcmp(mode, "count") == 0;

  signal(SIGALRM, give_up);
  pid_t child = fork();
  if (child == 0) run_program(arguments + program + 1);
  int status;
  waitpid(child, &status, 0);
  ptrace(PTRACE_SETOPTIONS, child, 0,
    PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK
      | PTRACE_O_TRACEEXEC | PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
  ptrace(PTRACE_CONT, child, 0, 0);

  unsigned long number = 0;
  int ending = 0;
  for (;;) {
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0) break;
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (thread == child)
        ending = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      if (thread == active.thread) end_change();
      continue;
    }
    int signal = WSTOPSIG(status), event = status >> 16;
    registers r;
    if (event == PTRACE_EVENT_SECCOMP) {
      unsigned long index = 0;
      ptrace(PTRACE_GETEVENTMSG, thread, 0, &index);
      const struct call *call = &calls[index];
      get_registers(thread, &r);
      struct state state = state_of(&r);
      static char first[path_size], second[path_size];
      paths_of(thread, call, state.arguments, first, second);
      if (concerns(first) || concerns(second)) {
        number++;
        int is_change = changes(call, state.arguments);
        int is_child = number >= chosen && process_of(thread) != child;
        if (is_counting) {
          log_call(call, is_change, first, second, is_child);
        } else if (is_recording && is_change) {
          if (!active.thread) begin_change(thread);
          else if (waiting_count < most_threads) waiting[waiting_count++] = thread;
          else fail("too many threads");
          continue;
        } else if (number >= chosen && strcmp(mode, "errors") == 0 && is_change
          && !(value == ENOSPC && frees(call))) {
          if (number == chosen) log_call(call, is_change, first, second, is_child);
          skip(thread, &r, -value);
          set_registers(thread, &r);
        } else if (number == chosen) {
          log_call(call, is_change, first, second, is_child);
          if (strcmp(mode, "kill") == 0) {
            kill(process_of(thread), SIGKILL);
            if (is_child) kill(child, SIGKILL);
          } else if (strcmp(mode, "error") == 0) {
            skip(thread, &r, -value);
            set_registers(thread, &r);
          } else if (strcmp(mode, "short") == 0 && call->place == descriptor) {
            if (state.arguments[2] > 1) set_length(&r, 1);
            set_registers(thread, &r);
          } else if (strcmp(mode, "signal") == 0) {
            kill(child, value);
          } else if (strcmp(mode, "orphan") == 0) {
            kill(child, value);
            if (is_child && is_change) {
              alarm(10);
              continue;
            }
          }
        }
      }
      ptrace(PTRACE_CONT, thread, 0, 0);
    } else if (signal == (SIGTRAP | 0x80)) {
      // The first stop after PTRACE_SYSCALL at a seccomp stop is the exit from the call.
      if (thread == active.thread) {
        get_registers(thread, &r);
        struct state state = state_of(&r);
        if (state.result >= 0)
          record(thread, active.call, &state, active.first, active.second, active.existed);
        end_change();
      }
      ptrace(PTRACE_CONT, thread, 0, 0);
    } else if (event != 0 || signal == SIGSTOP) {
      // A new thread starts with SIGSTOP; the others are the events of their creators.
      ptrace(PTRACE_CONT, thread, 0, 0);
    } else {
      ptrace(PTRACE_CONT, thread, 0, signal == SIGTRAP ? 0 : signal);
    }
  }
  fclose(log_file);
  return ending;
}
