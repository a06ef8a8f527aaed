/// What Segue needs of PCRE2: its names are macros, which Swift does not see.
///
/// Patterns and texts are UTF-8; what is none in a text is not matched. An object may be used by one thread at a time.
#ifndef SEGUE_CPCRE2_H
#define SEGUE_CPCRE2_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A pattern ready for use, which gives up on a text after `limit` steps from one place of it; NULL when it is none, with
/// where and why into `offset` and `reason` (at least 128 bytes). Free with segue_pattern_close.
void *_Nullable segue_pattern_open(const char *text, size_t count, int ignores_case, uint32_t limit,
                                   size_t *offset, char *reason);
void segue_pattern_close(void *pattern);

/// 1 when the pattern is found in `text`, 0 when not, -1 when it gave up: after too many steps, or where it took all of
/// `left`, in nanoseconds, of which what it took is taken.
int segue_pattern_find(void *pattern, const char *text, size_t count, int64_t *left);

#pragma clang assume_nonnull end
#endif
