#include <sqlite3.h>

// Counting memory costs a lock for each piece. Swift cannot call functions of variable arguments. To be called before any other function
// of SQLite; later it does nothing.
static inline void bootstrap_sqlite_without_memory_statistics(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
