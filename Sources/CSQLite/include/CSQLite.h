/// SQLite, and what of it Swift cannot say.
#ifndef SEGUE_CSQLITE_H
#define SEGUE_CSQLITE_H

#include <sqlite3.h>

/// Binds a copy of `count` bytes of UTF-8; answers as sqlite3_bind_text.
int segue_bind_text(sqlite3_stmt *statement, int index, const char *text, int count);

/// Binds a copy of `count` bytes; answers as sqlite3_bind_blob.
int segue_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count);

/// Answers an SQL function's call with a copy of `count` bytes of UTF-8.
void segue_result_text(sqlite3_context *context, const char *text, int count);

/// Answers an SQL function's call with a copy of `count` bytes.
void segue_result_blob(sqlite3_context *context, const void *bytes, int count);

/// Makes the connection try every millisecond, up to `milliseconds` of them, to get a lock.
///
/// SQLite's own handler sleeps up to 100 ms, and would miss the gaps that a scan leaves.
int segue_set_patience(sqlite3 *database, int milliseconds);

/// To be called before the first connection is opened. SQLite then keeps no account of its memory, which takes a
/// lock at each allocation.
void segue_sqlite_configure(void);

#endif
