// bench-shim RUNS NAME PROGRAM [ARGUMENT…] -- NAME PROGRAM …
//
// Starts the programs in turn, RUNS times each. Prints a line for each program: its name, the
// median time of a run, and the median difference to the first program in the same round, both in
// microseconds.
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { most_rows = 32, warm_up = 20 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static double run(char **arguments) {
  pid_t process;
  int status;
  double start = now();
  if (posix_spawn(&process, arguments[0], NULL, NULL, arguments, environ) != 0) {
    fprintf(stderr, "bench-shim: %s cannot be started\n", arguments[0]);
    exit(1);
  }
  waitpid(process, &status, 0);
  double time = now() - start;
  if (status != 0) {
    fprintf(stderr, "bench-shim: %s exited with status %d\n", arguments[0], status);
    exit(1);
  }
  return time;
}

// xorshift (Marsaglia, 2003) with a fixed seed, so that the order is the same in every run.
static unsigned next_random(void) {
  static unsigned state = 2463534242;
  state ^= state << 13;
  state ^= state >> 17;
  return state ^= state << 5;
}

int main(int count, char **arguments) {
  int runs = count > 1 ? atoi(arguments[1]) : 0;
  char **rows[most_rows];
  double *whole[most_rows], *above[most_rows];
  int row_count = 0, order[most_rows];
  for (int index = 2; index < count && row_count < most_rows; index++) {
    rows[row_count++] = arguments + index;
    while (index < count && strcmp(arguments[index], "--") != 0) index++;
    if (index < count) arguments[index] = NULL;
  }
  if (runs < 1 || row_count < 1) return 64;
  for (int row = 0; row < row_count; row++) {
    whole[row] = calloc((size_t)runs, sizeof(double));
    above[row] = calloc((size_t)runs, sizeof(double));
    order[row] = row;
  }
  for (int round = -warm_up; round < runs; round++) {
    // Shuffle each round, so that no program always inherits the processor caches of the same
    // predecessor.
    double times[most_rows];
    for (int row = row_count - 1; row > 0; row--) {
      int other = (int)(next_random() % (unsigned)(row + 1)), kept = order[row];
      order[row] = order[other];
      order[other] = kept;
    }
    for (int turn = 0; turn < row_count; turn++) times[order[turn]] = run(rows[order[turn]] + 1);
    for (int row = 0; row < row_count && round >= 0; row++) {
      whole[row][round] = times[row];
      above[row][round] = times[row] - times[0];
    }
  }
  for (int row = 0; row < row_count; row++) {
    qsort(whole[row], (size_t)runs, sizeof(double), ascending);
    qsort(above[row], (size_t)runs, sizeof(double), ascending);
    printf("%s\t%.1f\t%.1f\n", rows[row][0], whole[row][runs / 2], above[row][runs / 2]);
  }
  return 0;
}
