#define _GNU_SOURCE
#include "sandbox.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Numbers and structures of the kernel. They are repeated here because the headers of the machine
// that builds this program may be older than the kernel that runs it.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

enum {
  LANDLOCK_VERSION = 1,     // flag: return the version of the interface
  LANDLOCK_PATH = 1,        // type of a rule: a path and what is below it
  RECURSIVE = 0x8000,       // AT_RECURSIVE
  MOUNT_READ_ONLY = 1,      // MOUNT_ATTR_RDONLY
};

struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

struct path_rule {
  uint64_t allowed;
  int32_t folder;
} __attribute__((packed));

struct mount_change {
  uint64_t set;
  uint64_t clear;
  uint64_t propagation;
  uint64_t user_namespace;
};

// The access rights of Landlock that the rules below mention, and those that apply to files.
#define EXECUTE (1ull << 0)
#define WRITE_FILE (1ull << 1)
#define READ_FILE (1ull << 2)
#define READ_FOLDER (1ull << 3)
#define MAKE_CHARACTER_DEVICE (1ull << 6)
#define MAKE_BLOCK_DEVICE (1ull << 11)
#define TRUNCATE (1ull << 14)
#define CONTROL_DEVICE (1ull << 15)
#define FILE_RIGHTS (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | CONTROL_DEVICE)

// Returns all rights that a version of the interface knows.
static uint64_t file_rights(int version) {
  uint64_t rights = (1ull << 13) - 1;
  if (version >= 2) rights |= 1ull << 13;  // links and renames between folders
  if (version >= 3) rights |= TRUNCATE;
  if (version >= 5) rights |= CONTROL_DEVICE;
  return rights;
}

// Returns the version of the interface, or 0 if the kernel has none.
static int landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_VERSION);
  return version > 0 ? (int)version : 0;
}

// Grants `rights` to the file or folder at `path`, which may be missing. Returns false if the
// kernel rejects the rule.
static bool allow(int ruleset, const char *path, uint64_t rights) {
  int descriptor = open(path, O_PATH | O_CLOEXEC);
  if (descriptor < 0) return true;
  struct stat status;
  if (fstat(descriptor, &status) == 0 && !S_ISDIR(status.st_mode)) rights &= FILE_RIGHTS;
  struct path_rule rule = {.allowed = rights, .folder = descriptor};
  long result = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_PATH, &rule, 0);
  close(descriptor);
  return result == 0;
}

// The devices that every step may use. None of them keeps what is written to it.
static const char *const devices[] = {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", NULL,
};

// Restricts this process with Landlock. Returns the version of the interface, or 0 if nothing is
// restricted.
static int restrict_by_landlock(const struct bootstrap_step *step) {
  int version = landlock_version();
  if (version == 0) return 0;
  uint64_t all = file_rights(version);
  struct ruleset rules = {.files = all};
  if (version >= 4) rules.network = 3;  // to bind and to connect TCP sockets
  if (version >= 6) rules.scopes = 3;   // abstract sockets and signals
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (ruleset < 0) return 0;
  bool is_complete = true;
  for (size_t index = 0; index < step->readable_count; index++)
    is_complete &= allow(ruleset, step->readable[index], EXECUTE | READ_FILE | READ_FOLDER);
  for (size_t index = 0; index < step->writable_count; index++)
    is_complete &= allow(ruleset, step->writable[index],
                         all & ~(MAKE_CHARACTER_DEVICE | MAKE_BLOCK_DEVICE));
  for (const char *const *path = devices; *path; path++)
    is_complete &= allow(ruleset, *path, all & (READ_FILE | WRITE_FILE | TRUNCATE));
  if (!is_complete || syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) version = 0;
  close(ruleset);
  return version;
}

// System calls that fail because no build needs them. They would give a step access to other
// processes, to keys and settings of the system, or to parts of the kernel that the other layers do
// not cover.
static const int refused_calls[] = {
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_keyctl, SYS_add_key,
    SYS_request_key, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_mount, SYS_umount2,
    SYS_pivot_root, SYS_chroot, SYS_setns, SYS_unshare, SYS_open_by_handle_at, SYS_init_module,
    SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff,
    SYS_acct, SYS_quotactl, SYS_settimeofday, SYS_clock_settime, SYS_sethostname,
    SYS_setdomainname, SYS_syslog, SYS_vhangup, SYS_mq_open, SYS_msgget, SYS_semget, SYS_shmget,
    428 /* open_tree */, 429 /* move_mount */, 430 /* fsopen */, 431 /* fsconfig */,
    432 /* fsmount */, 433 /* fspick */, SYS_mount_setattr, 438 /* pidfd_getfd */,
    467 /* open_tree_attr */,
#ifdef __x86_64__
    SYS_iopl, SYS_ioperm, SYS_modify_ldt,
#endif
};

// System calls that succeed without doing anything, as under fakeroot(1). Files that a step builds
// belong to the user, and a step must not change the owner of any other file.
static const int ignored_calls[] = {
    SYS_fchown, SYS_fchownat,
#ifdef __x86_64__
    SYS_chown, SYS_lchown,
#endif
};

// System calls that fail as they do on a file system without extended attributes, which programs
// are prepared for.
static const int unsupported_calls[] = {
    SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr,
    SYS_fremovexattr, 463 /* setxattrat */, 466 /* removexattrat */,
};

// System calls that fail as they do on an older kernel. The C library then uses others instead.
static const int absent_calls[] = {
    // A filter does not see the requests that follow.
    425 /* io_uring_setup */,
    // A filter cannot read the flags, because they are in memory.
    435 /* clone3 */,
};

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define REFUSE(code) RETURN(SECCOMP_RET_ERRNO | (code))
// Skips `count` instructions unless the loaded value is `value`.
#define UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

// The flags with which clone(2) creates namespaces.
#define NAMESPACES \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | \
   CLONE_NEWNET)

// Restricts the system calls of this process. Returns false if the kernel rejects the filter.
//
// Configure scripts create sockets to find out what the system has. So sockets are allowed where
// they cannot reach anything: all of IPv4 and IPv6 if `has_own_network`, or those of TCP if
// Landlock `limits_tcp`.
static bool restrict_calls(bool limits_tcp, bool has_own_network) {
#ifdef ARCHITECTURE
  enum {
    LISTED = COUNT(refused_calls) + COUNT(ignored_calls) + COUNT(unsupported_calls) +
             COUNT(absent_calls)
  };
  struct sock_filter filter[2 * LISTED + 48];
  size_t count = 0;
#define ADD(...) filter[count++] = (struct sock_filter)__VA_ARGS__
  // On other architectures, the same numbers mean other calls.
  ADD(LOAD(arch));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
  ADD(REFUSE(ENOSYS));
  ADD(LOAD(nr));
#ifdef __x86_64__
  ADD(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
  ADD(REFUSE(ENOSYS));
#endif
#define ADD_ALL(calls, code)                             \
  for (size_t index = 0; index < COUNT(calls); index++) { \
    ADD(UNLESS((uint32_t)(calls)[index], 1));             \
    ADD(REFUSE(code));                                    \
  }
  ADD_ALL(refused_calls, EPERM)
  ADD_ALL(ignored_calls, 0)
  ADD_ALL(unsupported_calls, ENOTSUP)
  ADD_ALL(absent_calls, ENOSYS)
  ADD(UNLESS(SYS_clone, 4));
  ADD(LOAD(args[0]));
  ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1));
  ADD(REFUSE(EPERM));
  ADD(RETURN(SECCOMP_RET_ALLOW));
  // Unlike a pair of streams, a pair of datagram sockets can send to any socket.
  ADD(UNLESS(SYS_socketpair, 5));
  ADD(LOAD(args[1]));
  ADD(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xf));
  ADD(UNLESS(SOCK_DGRAM, 1));
  ADD(REFUSE(EACCES));
  ADD(RETURN(SECCOMP_RET_ALLOW));
  // This request inserts text into the input of a terminal.
  ADD(UNLESS(SYS_ioctl, 4));
  ADD(LOAD(args[1]));
  ADD(UNLESS(0x5412 /* TIOCSTI */, 1));
  ADD(REFUSE(EPERM));
  ADD(RETURN(SECCOMP_RET_ALLOW));
  ADD(UNLESS(SYS_socket, 12));
  ADD(LOAD(args[0]));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 2, 0));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 1, 0));
  ADD(REFUSE(EACCES));
  if (has_own_network)
    ADD(RETURN(SECCOMP_RET_ALLOW));
  else
    ADD(LOAD(args[1]));
  ADD(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xf));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 0, 3));
  // Landlock does not limit the other protocols for streams, such as multipath TCP.
  ADD(LOAD(args[2]));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, IPPROTO_TCP, 1, 0));
  ADD(REFUSE(EACCES));
  ADD(RETURN(limits_tcp ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EACCES));
  ADD(RETURN(SECCOMP_RET_ALLOW));
#undef ADD_ALL
#undef ADD
  struct sock_fprog program = {.len = (unsigned short)count, .filter = filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
#else
  (void)limits_tcp;
  (void)has_own_network;
  return false;
#endif
}

static bool write_text(const char *path, const char *text) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  ssize_t count = write(descriptor, text, strlen(text));
  close(descriptor);
  return count == (ssize_t)strlen(text);
}

_Noreturn static void fail(void) {
  dprintf(2, "bootstrap: the step cannot be started: %s\n", strerror(errno));
  _exit(126);
}

// Moves this process into new namespaces, those in `flags`. Returns false if the system forbids it;
// the process may then be in some of them. The user keeps its number.
static bool enter(int flags) {
  uid_t user = geteuid();
  gid_t group = getegid();
  // In a container, the superuser may need a namespace of users like everybody else.
  if (user == 0 && unshare(flags) == 0) return true;
  if (unshare(flags | CLONE_NEWUSER) != 0) return false;
  // Without these maps, the process would have the number of nobody.
  char map[64];
  bool is_mapped = write_text("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "%u %u 1", user, user);
  is_mapped &= write_text("/proc/self/uid_map", map);
  snprintf(map, sizeof map, "%u %u 1", group, group);
  is_mapped &= write_text("/proc/self/gid_map", map);
  return is_mapped;
}

// Makes everything read-only except the folders that the step may write. Returns false if the
// system forbids it; some folders may then be read-only.
static bool make_read_only(const struct bootstrap_step *step) {
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return false;
  for (size_t index = 0; index < step->writable_count; index++)
    if (mount(step->writable[index], step->writable[index], NULL, MS_BIND, NULL) != 0) return false;
  struct mount_change lock = {.set = MOUNT_READ_ONLY};
  if (syscall(SYS_mount_setattr, AT_FDCWD, "/", RECURSIVE, &lock, sizeof lock) != 0) return false;
  struct mount_change unlock = {.clear = MOUNT_READ_ONLY};
  for (size_t index = 0; index < step->writable_count; index++)
    if (syscall(SYS_mount_setattr, AT_FDCWD, step->writable[index], 0, &unlock,
                sizeof unlock) != 0)
      return false;
  return true;
}

// Returns those of `flags` that the system allows: all of them or none. Some systems allow the
// first call and forbid the next ones, so a child of this process tries everything.
static int allowed_namespaces(int flags, const struct bootstrap_step *step) {
  pid_t child = fork();
  if (child == 0) _exit(enter(flags) && make_read_only(step) ? 0 : 1);
  int status;
  while (child > 0 && waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 0;
  return child > 0 && status == 0 ? flags : 0;
}

// Shows a step only the processes in its own namespace. The launcher still sees the original /proc.
// In a container that masks parts of /proc, the kernel refuses this mount. Steps can then read the
// command lines of other processes.
static void hide_processes(void) {
  if (unshare(CLONE_NEWNS) == 0)
    mount("proc", "/proc", "proc", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
}

// Takes the rights of the superuser from the programs that this process executes.
static void drop_capabilities(void) {
  for (int capability = 0; capability < 64; capability++)
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
}

// Applies all layers to this process, which is in `namespaces`. Returns the bits of what none of
// them prevents.
static unsigned char restrict_process(const struct bootstrap_step *step, int namespaces) {
  bool has_namespaces = namespaces != 0;
  if (has_namespaces && !make_read_only(step)) fail();
  if (has_namespaces) hide_processes();
  drop_capabilities();
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  int version = restrict_by_landlock(step);
  bool is_filtered = restrict_calls(version >= 4, has_namespaces);
  unsigned char unheld = 0;
  if (version == 0) unheld |= BOOTSTRAP_UNHELD_FILES;
  if (!has_namespaces) unheld |= BOOTSTRAP_UNHELD_ATTRIBUTES;
  if (!has_namespaces && !is_filtered) unheld |= BOOTSTRAP_UNHELD_NETWORK;
  if (!is_filtered) unheld |= BOOTSTRAP_UNHELD_SOCKETS;
  if (!has_namespaces && version < 6) unheld |= BOOTSTRAP_UNHELD_PROCESSES;
  return unheld;
}

// Runs the step as a child of this process and returns its wait status.
static int run_program(const struct bootstrap_step *step, int namespaces) {
  unsigned char unheld = restrict_process(step, namespaces);
  // After the mounts, the old working folder would be the read-only one.
  if (chdir(step->folder) != 0) fail();
  while (write(step->report, &unheld, 1) < 0 && errno == EINTR) {
  }
  pid_t child = fork();
  if (child < 0) fail();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    umask(022);
    syscall(SYS_close_range, 3, ~0u, 0);
    char *arguments[] = {"sh", "-c", (char *)step->command, NULL};
    execve("/bin/sh", arguments, step->environment);
    fail();
  }
  for (;;) {
    int status;
    pid_t ended = waitpid(-1, &status, 0);
    if (ended == child) return status;
    if (ended < 0 && errno != EINTR) fail();
  }
}

// Ends all descendants of this process, `first` among them. When a child ends, its own children
// become children of this process.
static void end_children(pid_t first) {
  char path[64];
  if (first > 0) kill(first, SIGKILL);
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  for (;;) {
    FILE *list = fopen(path, "re");
    int child;
    while (list && fscanf(list, "%d", &child) == 1) kill(child, SIGKILL);
    if (list) fclose(list);
    if (waitpid(-1, NULL, 0) < 0 && errno != EINTR) return;
  }
}

// Ends this process as a step with this wait status has ended.
_Noreturn static void end_as(int status) {
  if (WIFSIGNALED(status)) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    int number = WTERMSIG(status);
    signal(number, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    kill(getpid(), number);
  }
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 127);
}

void bootstrap_run_step(const struct bootstrap_step *step) {
  // Blocked signals stay pending until sigwaitinfo(2) receives them, so none is missed.
  sigset_t awaited, none;
  sigemptyset(&none);
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  sigaddset(&awaited, SIGTERM);
  // An ignored signal would be discarded even if it is blocked. Ignoring is inherited.
  signal(SIGCHLD, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  sigprocmask(SIG_SETMASK, &awaited, NULL);
  // If bootstrap is killed, this process ends its step. Until here, only the check notices.
  prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
  if (getppid() != step->parent) _exit(126);
  setsid();
  // Orphans of a step become children of this process, so that it can end them.
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail();

  int namespaces =
      allowed_namespaces(CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWPID, step);
  if (namespaces != 0 && !enter(namespaces)) fail();
  pid_t child = fork();
  if (child < 0) fail();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int status = run_program(step, namespaces);
    // The first process of a namespace cannot end itself with a signal, so it reports the status.
    bool is_sent = write(ends[1], &status, sizeof status) == (ssize_t)sizeof status;
    _exit(is_sent ? 0 : 126);
  }
  close(ends[1]);
  for (;;) {
    siginfo_t info;
    if (sigwaitinfo(&awaited, &info) < 0) continue;
    if (info.si_signo == SIGTERM) {
      end_children(child);
      end_as(SIGTERM);
    }
    int end;
    pid_t ended;
    while ((ended = waitpid(-1, &end, WNOHANG)) > 0 && ended != child) {
    }
    if (ended == child) {
      int status;
      bool is_received = read(ends[0], &status, sizeof status) == (ssize_t)sizeof status;
      end_children(0);
      end_as(is_received ? status : end);
    }
  }
}

#else

void bootstrap_run_step(const struct bootstrap_step *step) {
  (void)step;
  __builtin_trap();
}

#endif
