#include <errno.h>
#include <sqlite3.h>
#include <stddef.h>
#include <sys/mman.h>

// Turns off SQLite's memory statistics, which take a lock for each allocation. Swift cannot call
// variadic functions such as `sqlite3_config`. Must be called before any other function of SQLite;
// after that, it has no effect.
static inline void bootstrap_sqlite_without_memory_statistics(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Makes SQLite reject a quoted name that is not a column (`SQLITE_DBCONFIG_DQS_DML` and `_DDL`).
// By default, it reads such a name as a text. Swift cannot call the variadic `sqlite3_db_config`.
static inline void bootstrap_sqlite_without_quoted_texts(sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
}

// A file of SQLite with methods of its own, which follow the file of the system's VFS in memory.
struct bootstrap_sqlite_file {
  sqlite3_io_methods methods;
  int (*map)(sqlite3_file *, int, int, int, void volatile **);
};

// Maps a part of the `-shm` file (`xShmMap`), and makes the file system allocate its blocks.
//
// SQLite writes one byte to each 4 KiB of the file. Where blocks are smaller, the rest is a hole.
// If the disk is full, a later write to the hole would end the process with SIGBUS.
// MADV_POPULATE_WRITE reports that as EFAULT instead. Linux before 5.14 does not know it, and there
// nothing changes.
static inline int bootstrap_sqlite_map(sqlite3_file *file, int part, int size, int extends,
                                       void volatile **mapped) {
  const struct bootstrap_sqlite_file *own = (const struct bootstrap_sqlite_file *)file->pMethods;
  int code = own->map(file, part, size, extends, mapped);
#ifdef __linux__
  const int populate_write = 23;
  if (code == SQLITE_OK && *mapped != NULL &&
      madvise((void *)*mapped, (size_t)size, populate_write) != 0 && errno == EFAULT) {
    // SQLite would use the memory in spite of the error.
    *mapped = NULL;
    code = SQLITE_FULL;
  }
#endif
  return code;
}

// Opens a file by the system's VFS, and gives it the methods above (`xOpen`).
static inline int bootstrap_sqlite_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file,
                                        int flags, int *result) {
  sqlite3_vfs *system = sqlite3_vfs_find(NULL);
  int code = system->xOpen(vfs, name, file, flags, result);
  if (file->pMethods == NULL || file->pMethods->iVersion < 2 || file->pMethods->xShmMap == NULL) {
    return code;
  }
  struct bootstrap_sqlite_file *own =
      (struct bootstrap_sqlite_file *)((char *)file + vfs->szOsFile - sizeof *own);
  own->methods = *file->pMethods;
  own->map = own->methods.xShmMap;
  own->methods.xShmMap = bootstrap_sqlite_map;
  file->pMethods = &own->methods;
  return code;
}

// Registers a VFS that differs from the system's in that it allocates all blocks of a `-shm` file.
// Returns its name, or NULL if there is no memory.
static inline const char *bootstrap_sqlite_allocating_vfs(void) {
  static const char name[] = "bootstrap-allocating";
  sqlite3_vfs *system = sqlite3_vfs_find(NULL);
  if (system == NULL || sqlite3_vfs_find(name) != NULL) return system == NULL ? NULL : name;
  // Registered for as long as the process runs.
  sqlite3_vfs *vfs = (sqlite3_vfs *)sqlite3_malloc64(sizeof *vfs);
  if (vfs == NULL) return NULL;
  *vfs = *system;
  vfs->zName = name;
  vfs->pNext = NULL;
  // The methods must be aligned like a pointer.
  const size_t unit = sizeof(void *);
  const size_t offset = (((size_t)system->szOsFile + unit - 1) / unit) * unit;
  vfs->szOsFile = (int)(offset + sizeof(struct bootstrap_sqlite_file));
  vfs->xOpen = bootstrap_sqlite_open;
  return sqlite3_vfs_register(vfs, 0) == SQLITE_OK ? name : NULL;
}
