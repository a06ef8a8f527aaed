/// What Segue needs of ICU, without its headers: they clash with those of Swift's Foundation.
///
/// Text goes in as UTF-8 (what is not becomes U+FFFD). Sizes are in bytes. An object may be used by
/// one thread at a time.
#ifndef SEGUE_CICU_H
#define SEGUE_CICU_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// ICU's version, such as `72.1`, into at least 20 bytes.
void segue_icu_version(char *text);

/// The order of a locale (`pl_PL`; an empty one is the root), with numbers by their value; NULL when
/// ICU has no data. Free with segue_collator_close.
void *_Nullable segue_collator_open(const char *locale);
void segue_collator_close(void *collator);

/// The bytes that stand for `text` in this order, without a terminating zero and without any zero
/// inside. Answers how many there are; no more than `capacity` are written.
size_t segue_collator_key(void *collator, const char *text, size_t count, uint8_t *key,
                          size_t capacity);

/// A rewriting of text by ICU's rules (`Any-Latin; Lower`); NULL when they are wrong or ICU has no
/// data. Free with segue_folder_close.
void *_Nullable segue_folder_open(const char *rules);
void segue_folder_close(void *folder);

/// Rewrites `text`. Answers the bytes of the result, of which no more than `capacity` are written
/// (call again with more room), or -1.
ptrdiff_t segue_folder_fold(void *folder, const char *text, size_t count, char *result,
                            size_t capacity);

/// Text in an encoding that ICU calls `charset` (`windows-1251`), as UTF-8. Answers the bytes of the result, of
/// which no more than `capacity` are written, or -1 when the bytes are not of that encoding or ICU has none
/// called so.
ptrdiff_t segue_charset_decode(const char *charset, const uint8_t *bytes, size_t count,
                               char *result, size_t capacity);

#pragma clang assume_nonnull end
#endif
