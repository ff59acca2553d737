// The part of the C library of macOS that bootstrap uses, declared for arm64 and x86_64 as the
// manual pages and the system's headers describe it. `scripts/check-darwin` compiles the C code
// and the Swift modules with these declarations in place of all headers of the system, so a
// function, a member, or a constant that macOS does not have is an error.
//
// Where Zig's copy of Apple's headers is available, the check compares the two: a function here
// that differs from Apple's in its type, and a constant or a structure with another value or
// layout, is an error.
#pragma once

// MARK: Types

typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned long uintptr_t;
typedef long intptr_t;
typedef long long intmax_t;
typedef unsigned long long uintmax_t;
typedef uint8_t uint_least8_t;
typedef uint64_t uint_least64_t;

typedef unsigned long size_t;
typedef long ssize_t;
typedef long ptrdiff_t;
typedef int wchar_t;
typedef __builtin_va_list va_list;

typedef long time_t;
typedef unsigned long clock_t;
typedef int suseconds_t;
typedef long long off_t;
typedef int pid_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef uint32_t id_t;
typedef uint16_t mode_t;
typedef uint16_t nlink_t;
typedef int dev_t;
typedef uint64_t ino_t;
typedef long long blkcnt_t;
typedef int blksize_t;
typedef unsigned int fsblkcnt_t;
typedef unsigned int fsfilcnt_t;
typedef uint32_t socklen_t;
typedef uint8_t sa_family_t;
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
typedef unsigned int nfds_t;
typedef uint32_t sigset_t;
typedef uint64_t rlim_t;
typedef struct __sFILE FILE;

#define NULL ((void *)0)
#define SIZE_MAX (~(size_t)0)
#define INT_MAX 0x7fffffff
#define UINT_MAX 0xffffffffu
#define LONG_MAX 0x7fffffffffffffffL
#define ULONG_MAX 0xffffffffffffffffUL
#define INT64_MAX 0x7fffffffffffffffLL
#define UINT64_MAX 0xffffffffffffffffULL
#define CHAR_BIT 8
#define offsetof(type, member) __builtin_offsetof(type, member)
#define bool _Bool
#define true 1
#define false 0

// MARK: errno.h

int *__error(void);
#define errno (*__error())

#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define ENXIO 6
#define ENOEXEC 8
#define EBADF 9
#define ECHILD 10
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define EXDEV 18
#define ENODEV 19
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define ENOTTY 25
#define ETXTBSY 26
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EMLINK 31
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define ECONNABORTED 53
#define ECONNRESET 54
#define ETIMEDOUT 60
#define ELOOP 62
#define ENAMETOOLONG 63
#define ENOTEMPTY 66
#define EDQUOT 69
#define ESTALE 70
#define ENOLCK 77
#define ENOSYS 78
#define ECANCELED 89
#define ENOLINK 97
#define EOPNOTSUPP 102

// MARK: time.h, sys/time.h

struct timespec {
  time_t tv_sec;
  long tv_nsec;
};

struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  char *tm_zone;
};

typedef enum {
  _CLOCK_REALTIME = 0,
#define CLOCK_REALTIME _CLOCK_REALTIME
  _CLOCK_MONOTONIC = 6,
#define CLOCK_MONOTONIC _CLOCK_MONOTONIC
} clockid_t;

time_t time(time_t *);
int clock_gettime(clockid_t, struct timespec *);
int nanosleep(const struct timespec *, struct timespec *);

// MARK: fcntl.h

#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_APPEND 0x00000008
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_NOCTTY 0x00020000
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define O_EXEC 0x40000000
#define O_SEARCH (O_EXEC | O_DIRECTORY)

#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x0020
#define AT_REMOVEDIR 0x0080

#define F_GETFD 1
#define F_SETFD 2
#define F_GETPATH 50
#define F_FULLFSYNC 51
#define F_DUPFD_CLOEXEC 67
#define FD_CLOEXEC 1

int open(const char *, int, ...);
int openat(int, const char *, int, ...);
int fcntl(int, int, ...);

// MARK: sys/file.h

#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08

int flock(int, int);

// In Swift, this structure hides the function.
struct flock {
  off_t l_start;
  off_t l_len;
  pid_t l_pid;
  short l_type;
  short l_whence;
};

// MARK: sys/stat.h

struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec;
  struct timespec st_mtimespec;
  struct timespec st_ctimespec;
  struct timespec st_birthtimespec;
  off_t st_size;
  blkcnt_t st_blocks;
  blksize_t st_blksize;
  uint32_t st_flags;
  uint32_t st_gen;
  int32_t st_lspare;
  int64_t st_qspare[2];
};

#define S_IFMT 0170000
#define S_IFIFO 0010000
#define S_IFCHR 0020000
#define S_IFDIR 0040000
#define S_IFBLK 0060000
#define S_IFREG 0100000
#define S_IFLNK 0120000
#define S_ISREG(m) (((m)&S_IFMT) == S_IFREG)

int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);
int fstatat(int, const char *, struct stat *, int);
int chmod(const char *, mode_t);
int fchmod(int, mode_t);
int fchown(int, uid_t, gid_t);
int fchmodat(int, const char *, mode_t, int);
int mkdir(const char *, mode_t);
int mkdirat(int, const char *, mode_t);
int utimensat(int, const char *, const struct timespec[2], int);

// MARK: sys/mount.h

typedef struct {
  int32_t val[2];
} fsid_t;

struct statfs {
  uint32_t f_bsize;
  int32_t f_iosize;
  uint64_t f_blocks;
  uint64_t f_bfree;
  uint64_t f_bavail;
  uint64_t f_files;
  uint64_t f_ffree;
  fsid_t f_fsid;
  uid_t f_owner;
  uint32_t f_type;
  uint32_t f_flags;
  uint32_t f_fssubtype;
  char f_fstypename[16];
  char f_mntonname[1024];
  char f_mntfromname[1024];
  uint32_t f_flags_ext;
  uint32_t f_reserved[7];
};

#define MNT_NOEXEC 0x00000004

int statfs(const char *, struct statfs *);

// MARK: sys/statvfs.h

struct statvfs {
  unsigned long f_bsize;
  unsigned long f_frsize;
  fsblkcnt_t f_blocks;
  fsblkcnt_t f_bfree;
  fsblkcnt_t f_bavail;
  fsfilcnt_t f_files;
  fsfilcnt_t f_ffree;
  fsfilcnt_t f_favail;
  unsigned long f_fsid;
  unsigned long f_flag;
  unsigned long f_namemax;
};

#define ST_RDONLY 0x00000001

int statvfs(const char *, struct statvfs *);

// MARK: unistd.h

#define F_OK 0
#define X_OK (1 << 0)
#define W_OK (1 << 1)
#define R_OK (1 << 2)
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SYNC_VOLUME_FULLSYNC 0x01
#define SYNC_VOLUME_WAIT 0x02
#define _SC_NPROCESSORS_ONLN 58
#define _SC_PAGESIZE 29

int access(const char *, int);
int faccessat(int, const char *, int, int);
int chdir(const char *);
int close(int);
int execve(const char *, char *const *, char *const *);
__attribute__((noreturn)) void _exit(int);
// sync(2) is left out, because it does not wait on macOS. fsync(2) does not empty the cache of the
// drive, so only the function that tries F_FULLFSYNC before may call it.
__attribute__((availability(swift, unavailable, message = "use bootstrap_sync_file")))
int fsync(int);
int fsync_volume_np(int, int);
int ftruncate(int, off_t);
char *getcwd(char *, size_t);
uid_t geteuid(void);
int gethostuuid(unsigned char *, const struct timespec *);
pid_t getpid(void);
int isatty(int);
int issetugid(void);
int link(const char *, const char *);
int linkat(int, const char *, int, const char *, int);
off_t lseek(int, off_t, int);
int pause(void);
int pipe(int[2]);
ssize_t pread(int, void *, size_t, off_t);
ssize_t read(int, void *, size_t);
ssize_t readlink(const char *, char *, size_t);
ssize_t readlinkat(int, const char *, char *, size_t);
int rmdir(const char *);
int symlink(const char *, const char *);
int symlinkat(const char *, int, const char *);
long sysconf(int);
int unlink(const char *);
int unlinkat(int, const char *, int);
int usleep(unsigned int);
ssize_t write(int, const void *, size_t);

// MARK: stdio.h, sys/stdio.h

#define RENAME_SWAP 0x00000002

int rename(const char *, const char *);
int renamex_np(const char *, const char *, unsigned int);

// MARK: stdlib.h, string.h

__attribute__((noreturn)) void exit(int);
void free(void *);
void *malloc(size_t);
void *realloc(void *, size_t);
int posix_memalign(void **, size_t, size_t);
char *realpath(const char *, char *);
void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int strcmp(const char *, const char *);
char *strerror(int);
size_t strlen(const char *);

// MARK: dirent.h, limits.h, sys/param.h

#define PATH_MAX 1024
#define MAXPATHLEN PATH_MAX
#define NAME_MAX 255

#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10

struct dirent {
  uint64_t d_ino;
  uint64_t d_seekoff;
  uint16_t d_reclen;
  uint16_t d_namlen;
  uint8_t d_type;
  char d_name[1024];
};

// Swift imports a structure without members as an opaque pointer, as it does Apple's.
typedef struct __darwin_directory DIR;

int closedir(DIR *);
DIR *fdopendir(int);
DIR *opendir(const char *);
struct dirent *readdir(DIR *);

// MARK: signal.h

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGKILL 9
#define SIGPIPE 13
#define SIGTERM 15
#define SIGCHLD 20
#define SIGXFSZ 25
#define SIG_SETMASK 3
#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)
#define SA_RESTART 0x0002

union sigval {
  int sival_int;
  void *sival_ptr;
};

typedef struct __siginfo {
  int si_signo;
  int si_errno;
  int si_code;
  pid_t si_pid;
  uid_t si_uid;
  int si_status;
  void *si_addr;
  union sigval si_value;
  long si_band;
  unsigned long __pad[7];
} siginfo_t;

union __sigaction_u {
  void (*__sa_handler)(int);
  void (*__sa_sigaction)(int, struct __siginfo *, void *);
};

struct sigaction {
  union __sigaction_u __sigaction_u;
  sigset_t sa_mask;
  int sa_flags;
};
#define sa_handler __sigaction_u.__sa_handler

int kill(pid_t, int);
int sigaction(int, const struct sigaction *, struct sigaction *);
int sigemptyset(sigset_t *);
int sigfillset(sigset_t *);

// MARK: pthread.h

#define PTHREAD_CREATE_DETACHED 2

typedef struct {
  long __sig;
  char __opaque[56];
} pthread_attr_t;
typedef struct {
  long __sig;
  char __opaque[56];
} pthread_mutex_t;
typedef struct {
  long __sig;
  char __opaque[8];
} pthread_mutexattr_t;
typedef struct {
  long __sig;
  char __opaque[40];
} pthread_cond_t;
typedef struct {
  long __sig;
  char __opaque[8];
} pthread_condattr_t;
typedef struct {
  long __sig;
  char __opaque[8];
} pthread_once_t;
typedef unsigned long pthread_key_t;
struct _opaque_pthread_t {
  long __sig;
  struct __darwin_pthread_handler_rec *__cleanup_stack;
  char __opaque[8176];
};
typedef struct _opaque_pthread_t *pthread_t;

#pragma clang assume_nonnull begin
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_setdetachstate(pthread_attr_t *, int);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *_Nullable);
int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
// Apple's headers declare the argument of the thread as nonnull to Swift alone.
#ifdef __swift__
int pthread_create(
    pthread_t _Nullable *, const pthread_attr_t *_Nullable, void *_Nullable (*)(void *),
    void *_Nullable);
#else
int pthread_create(
    pthread_t _Nullable *, const pthread_attr_t *_Nullable,
    void *_Nullable (*)(void *_Nullable), void *_Nullable);
#endif
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *_Nullable);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
pthread_t pthread_self(void);
#pragma clang assume_nonnull end
int pthread_sigmask(int, const sigset_t *, sigset_t *);

// MARK: pwd.h

struct passwd {
  char *pw_name;
  char *pw_passwd;
  uid_t pw_uid;
  gid_t pw_gid;
  time_t pw_change;
  char *pw_class;
  char *pw_gecos;
  char *pw_dir;
  char *pw_shell;
  time_t pw_expire;
};
int getpwuid_r(uid_t, struct passwd *, char *, size_t, struct passwd **);

// MARK: spawn.h, sys/wait.h

typedef void *posix_spawn_file_actions_t;
typedef void *posix_spawnattr_t;

int posix_spawn(
    pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
    char *const[], char *const[]);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int);
int posix_spawn_file_actions_addopen(
    posix_spawn_file_actions_t *, int, const char *, int, mode_t);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *);
#define POSIX_SPAWN_SETSIGMASK 0x0008
#define POSIX_SPAWN_SETSID 0x0400
int posix_spawnattr_destroy(posix_spawnattr_t *);
int posix_spawnattr_init(posix_spawnattr_t *);
int posix_spawnattr_setflags(posix_spawnattr_t *, short);
int posix_spawnattr_setsigmask(posix_spawnattr_t *, const sigset_t *);

#define WNOHANG 0x00000001
#define WEXITED 0x00000004
#define WNOWAIT 0x00000020
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
int waitid(idtype_t, id_t, siginfo_t *, int);
pid_t waitpid(pid_t, int *, int);

// MARK: libproc.h

#define PROC_PIDTBSDINFO 3
struct proc_bsdinfo {
  uint32_t pbi_flags, pbi_status, pbi_xstatus, pbi_pid, pbi_ppid;
  uid_t pbi_uid;
  gid_t pbi_gid;
  uid_t pbi_ruid;
  gid_t pbi_rgid;
  uid_t pbi_svuid;
  gid_t pbi_svgid;
  uint32_t rfu_1;
  char pbi_comm[16];
  char pbi_name[32];
  uint32_t pbi_nfiles, pbi_pgid, pbi_pjobc, e_tdev, e_tpgid;
  int32_t pbi_nice;
  uint64_t pbi_start_tvsec, pbi_start_tvusec;
};
int proc_pidinfo(int, int, uint64_t, void *, int);

// MARK: poll.h, sys/ioctl.h, sys/mman.h, sys/select.h, sys/socket.h

#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010
#define POLLNVAL 0x0020

struct pollfd {
  int fd;
  short events;
  short revents;
};

int poll(struct pollfd[], nfds_t, int);

struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};
#define TIOCGWINSZ 0x40087468UL

int ioctl(int, unsigned long, ...);

#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_PRIVATE 0x0002
#define MAP_ANON 0x1000
#define MAP_FAILED ((void *)-1)

void *mmap(void *, size_t, int, int, int, off_t);
int munmap(void *, size_t);

typedef struct fd_set {
  int32_t fds_bits[32];
} fd_set;

struct sockaddr {
  uint8_t sa_len;
  sa_family_t sa_family;
  char sa_data[14];
};

// MARK: sys/sysctl.h, sys/resource.h, mach-o/dyld.h, crt_externs.h

int sysctlbyname(const char *, void *, size_t *, void *, size_t);

int _NSGetExecutablePath(char *, uint32_t *);
char ***_NSGetEnviron(void);
