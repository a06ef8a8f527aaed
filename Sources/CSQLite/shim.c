#include "CSQLite.h"

#include <stdint.h>
#include <time.h>

int segue_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

int segue_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  // A null pointer would bind NULL, which is not the empty blob.
  return sqlite3_bind_blob(statement, index, count > 0 ? bytes : "", count, SQLITE_TRANSIENT);
}

void segue_result_text(sqlite3_context *context, const char *text, int count) {
  sqlite3_result_text(context, text, count, SQLITE_TRANSIENT);
}

static int wait_a_little(void *limit, int tries) {
  if (tries >= (int)(intptr_t)limit) return 0;
  struct timespec time = {.tv_nsec = 1000000};
  nanosleep(&time, NULL);
  return 1;
}

int segue_set_patience(sqlite3 *database, int milliseconds) {
  return sqlite3_busy_handler(database, wait_a_little, (void *)(intptr_t)milliseconds);
}

void segue_result_blob(sqlite3_context *context, const void *bytes, int count) {
  // No bytes are not NULL.
  sqlite3_result_blob(context, count ? bytes : "", count, SQLITE_TRANSIENT);
}

void segue_sqlite_configure(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
