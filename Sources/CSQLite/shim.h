#include <sqlite3.h>

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
