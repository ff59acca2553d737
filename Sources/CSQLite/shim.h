#include <sqlite3.h>

// Turns off SQLite's memory statistics, which take a lock for each allocation. Swift cannot call
// variadic functions such as `sqlite3_config`. Must be called before any other function of SQLite;
// after that, it has no effect.
static inline void bootstrap_sqlite_without_memory_statistics(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
