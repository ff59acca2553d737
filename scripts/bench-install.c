/* bench-install-c TREE TARGET: creates the files and folders of TREE in the new folder TARGET,
   with the same sizes, to measure the floor for `scripts/bench-install`. It downloads, unpacks, and
   hashes nothing, and reads no file of TREE. Two threads create the files, the largest first.
   Prints four durations in seconds: until all files are created, until they are on the disk, the
   program's own CPU time, and the system's CPU time for it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { threads = 2, piece = 1 << 20 };

struct file {
  char *path;
  off_t size;
};

static struct file *files;
static int count, capacity;
static size_t prefix;
static atomic_int next_file;
static int target;

static void fail(const char *what) {
  fprintf(stderr, "%s: %s\n", what, strerror(errno));
  exit(1);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

/* Creates a folder of TREE, or adds a file to the list. */
static int visit(const char *path, const struct stat *status, int type, struct FTW *walk) {
  (void)walk;
  if (path[prefix] == 0) return 0;
  const char *name = path + prefix + 1;
  if (type == FTW_D && mkdirat(target, name, 0755) != 0) fail(name);
  if (type != FTW_F) return 0;
  if (count == capacity) {
    capacity = capacity ? capacity * 2 : 1024;
    files = realloc(files, capacity * sizeof *files);
    if (!files) fail("memory");
  }
  files[count++] = (struct file){strdup(name), status->st_size};
  return 0;
}

static int by_size(const void *left, const void *right) {
  off_t a = ((const struct file *)left)->size, b = ((const struct file *)right)->size;
  return (a < b) - (a > b);
}

static void *make_files(void *argument) {
  (void)argument;
  char *bytes = malloc(piece);
  if (!bytes) fail("memory");
  memset(bytes, 'x', piece);
  int index;
  while ((index = atomic_fetch_add(&next_file, 1)) < count) {
    struct file file = files[index];
    int number = openat(target, file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (number < 0) fail(file.path);
    while (file.size > 0) {
      ssize_t written = write(number, bytes, file.size < piece ? file.size : piece);
      if (written < 0) fail(file.path);
      file.size -= written;
    }
    close(number);
  }
  free(bytes);
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: bench-install-c TREE TARGET\n");
    return 2;
  }
  if (mkdir(argv[2], 0755) != 0) fail(argv[2]);
  target = open(argv[2], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (target < 0) fail(argv[2]);
  prefix = strlen(argv[1]);
  double start = now();
  if (nftw(argv[1], visit, 32, FTW_PHYS) != 0) fail(argv[1]);
  qsort(files, count, sizeof *files, by_size);
  pthread_t thread[threads];
  for (int i = 0; i < threads; i++)
    if (pthread_create(&thread[i], 0, make_files, 0) != 0) fail("thread");
  for (int i = 0; i < threads; i++) pthread_join(thread[i], 0);
  double made = now();
  if (syncfs(target) != 0) fail("sync");
  double synced = now();
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%.3f %.3f %.3f %.3f\n", made - start, synced - start,
         usage.ru_utime.tv_sec + usage.ru_utime.tv_usec / 1e6,
         usage.ru_stime.tv_sec + usage.ru_stime.tv_usec / 1e6);
  return 0;
}
