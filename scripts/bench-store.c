/* bench-store-c CASE DATABASE: performs the store's work through SQLite's C interface, as the
   reference for `scripts/bench-store`. Prints the wall-clock time in milliseconds, the growth of
   peak resident memory in KB, and the CPU time in milliseconds. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static sqlite3 *db;

static void check(int code, const char *what) {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
  fprintf(stderr, "%s: %s\n", what, db ? sqlite3_errmsg(db) : "?");
  exit(1);
}

static void run(const char *sql) { check(sqlite3_exec(db, sql, 0, 0, 0), sql); }

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v2(db, sql, -1, &statement, 0), sql);
  return statement;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

/* The peak resident memory so far, in KB. */
static long peak(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  return usage.ru_maxrss / 1024;
#else
  return usage.ru_maxrss;
#endif
}

/* The CPU time so far, in milliseconds. */
static double processor(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3
    + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static double begun, begun_processor;
static long begun_peak;

static void begin(void) {
  begun_peak = peak();
  begun_processor = processor();
  begun = now();
}

static void end(void) {
  double time = now() - begun;
  printf("%f %ld %f\n", time, peak() - begun_peak, processor() - begun_processor);
}

static void open_database(const char *path) {
  check(sqlite3_open_v2(path, &db,
    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, 0), path);
  sqlite3_extended_result_codes(db, 1);
  sqlite3_busy_timeout(db, 5000);
  run("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL");
}

static const char *columns = "id, owner, path, digest, size, mode, modified, verified, state";

static const char *select_all(const char *rest) {
  static char text[300];
  snprintf(text, sizeof text, "SELECT %s FROM file%s", columns, rest);
  return text;
}

/* Sums over the decoded columns. Nothing else is kept. */
static long long numbers;
static long bytes;

static void decode(sqlite3_stmt *s) {
  static const int integers[] = {0, 1, 4, 5, 6, 7, 8};
  for (int i = 0; i < 7; i++) numbers += sqlite3_column_int64(s, integers[i]);
  const unsigned char *path = sqlite3_column_text(s, 2);
  bytes += sqlite3_column_bytes(s, 2) + (path[0] == 0);
  const unsigned char *digest = sqlite3_column_blob(s, 3);
  bytes += sqlite3_column_bytes(s, 3) + (digest[0] == 0);
}

static void update(void) {
  sqlite3_stmt *count = prepare("SELECT count(*) FROM file WHERE size < 0");
  while (sqlite3_step(count) == SQLITE_ROW) {}
  sqlite3_finalize(count);
  begin();
  run("BEGIN IMMEDIATE; UPDATE file SET verified = 7; COMMIT");
  end();
}

static void insert(int count) {
  char (*paths)[80] = malloc(sizeof(*paths) * count);
  for (int i = 0; i < count; i++)
    snprintf(paths[i], 80, "lib/python3.11/site-packages/module/subpackage/file-%d.py",
      1000000 + i);
  begin();
  run("BEGIN IMMEDIATE");
  sqlite3_stmt *s = prepare("INSERT INTO file (id, owner, path, digest, size, mode, modified,"
    " verified, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (int i = 0; i < count; i++) {
    unsigned char digest[32];
    for (int k = 0; k < 32; k++) digest[k] = (unsigned char)(i * 31 + k);
    sqlite3_bind_null(s, 1);
    sqlite3_bind_int64(s, 2, i / 500 + 1);
    sqlite3_bind_text(s, 3, paths[i], (int)strlen(paths[i]), SQLITE_STATIC);
    sqlite3_bind_blob(s, 4, digest, 32, SQLITE_STATIC);
    sqlite3_bind_int64(s, 5, i % 100000);
    sqlite3_bind_int64(s, 6, 0644);
    sqlite3_bind_int64(s, 7, 1700000000000000000);
    sqlite3_bind_int64(s, 8, 1);
    sqlite3_bind_int64(s, 9, 0);
    check(sqlite3_step(s), "insert");
    sqlite3_reset(s);
  }
  sqlite3_finalize(s);
  run("COMMIT");
  end();
}

static void scan(void) {
  begin();
  run("BEGIN");
  sqlite3_stmt *s = prepare(select_all(""));
  while (sqlite3_step(s) == SQLITE_ROW) decode(s);
  sqlite3_finalize(s);
  run("COMMIT");
  end();
}

struct file {
  long long id, owner;
  char *path;
  unsigned char digest[32];
  long long size;
  int mode;
  long long modified, verified;
  char state;
};

/* Reads all files into an array, which is never freed. */
static struct file *load(size_t *count) {
  sqlite3_stmt *s = prepare(select_all(""));
  size_t capacity = 0;
  struct file *files = 0;
  *count = 0;
  while (sqlite3_step(s) == SQLITE_ROW) {
    if (*count == capacity) {
      capacity = capacity ? capacity * 2 : 64;
      files = realloc(files, capacity * sizeof *files);
    }
    struct file *f = &files[(*count)++];
    f->id = sqlite3_column_int64(s, 0);
    f->owner = sqlite3_column_int64(s, 1);
    const char *path = (const char *)sqlite3_column_text(s, 2);
    int length = sqlite3_column_bytes(s, 2);
    f->path = malloc(length + 1);
    memcpy(f->path, path, length + 1);
    memcpy(f->digest, sqlite3_column_blob(s, 3), 32);
    f->size = sqlite3_column_int64(s, 4);
    f->mode = sqlite3_column_int(s, 5);
    f->modified = sqlite3_column_int64(s, 6);
    f->verified = sqlite3_column_int64(s, 7);
    f->state = sqlite3_column_int(s, 8);
  }
  sqlite3_finalize(s);
  return files;
}

static void array(void) {
  begin();
  run("BEGIN");
  size_t count;
  struct file *files = load(&count);
  run("COMMIT");
  end();
  numbers += files[count - 1].id;
}

/* Reads all files, changes each, and writes the changed column, in one transaction. */
static void objects(void) {
  begin();
  run("BEGIN IMMEDIATE");
  size_t count;
  struct file *files = load(&count);
  sqlite3_stmt *s = prepare("UPDATE file SET verified = ? WHERE id = ?");
  for (size_t i = 0; i < count; i++) {
    files[i].verified = 7;
    sqlite3_bind_int64(s, 1, files[i].verified);
    sqlite3_bind_int64(s, 2, files[i].id);
    check(sqlite3_step(s), "update");
    sqlite3_reset(s);
  }
  sqlite3_finalize(s);
  run("COMMIT");
  end();
}

static void find(void) {
  begin();
  run("BEGIN");
  sqlite3_stmt *s = prepare(select_all(" WHERE id = ?"));
  for (int id = 1; id <= 250000; id++) {
    sqlite3_bind_int64(s, 1, id);
    if (sqlite3_step(s) == SQLITE_ROW) decode(s);
    sqlite3_reset(s);
  }
  sqlite3_finalize(s);
  run("COMMIT");
  end();
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void open_repeatedly(const char *path) {
  double times[101];
  for (int i = 0; i < 101; i++) {
    double start = now();
    open_database(path);
    sqlite3_stmt *s = prepare("PRAGMA user_version");
    sqlite3_step(s);
    sqlite3_finalize(s);
    run("BEGIN");
    s = prepare("SELECT id, name, size FROM setting WHERE id = 1");
    if (sqlite3_step(s) != SQLITE_ROW) exit(1);
    numbers += sqlite3_column_int64(s, 2);
    sqlite3_finalize(s);
    run("COMMIT");
    times[i] = now() - start;
    sqlite3_close(db);
  }
  qsort(times, 101, sizeof *times, ascending);
  printf("%f 0\n", times[50]);
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  const char *work = arguments[1];
  if (!strcmp(work, "open")) {
    open_repeatedly(arguments[2]);
    return 0;
  }
  open_database(arguments[2]);
  if (!strcmp(work, "update")) update();
  else if (!strcmp(work, "insert")) insert(count > 3 ? atoi(arguments[3]) : 250000);
  else if (!strcmp(work, "scan")) scan();
  else if (!strcmp(work, "array")) array();
  else if (!strcmp(work, "find")) find();
  else if (!strcmp(work, "objects")) objects();
  else return 64;
  sqlite3_close(db);
  return numbers == -1 && bytes == -1;
}
