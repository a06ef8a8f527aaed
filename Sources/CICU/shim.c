#include "CICU.h"

#include <stdlib.h>
#include <unicode/ucnv.h>
#include <unicode/ucol.h>
#include <unicode/ustring.h>
#include <unicode/utrans.h>
#include <unicode/uversion.h>

#define SHORT 512

void segue_icu_version(char *text) {
  UVersionInfo version;
  u_getVersion(version);
  u_versionToString(version, text);
}

/// Text as ICU has it: in `room` where it fits, else in memory of its own that `release` frees.
static UChar *utf16(const char *text, size_t count, UChar *room, int32_t *length) {
  UErrorCode code = U_ZERO_ERROR;
  // UTF-16 never has more units than UTF-8 has bytes.
  UChar *result = count <= SHORT ? room : malloc(count * sizeof(UChar));
  if (!result) return NULL;
  u_strFromUTF8WithSub(result, (int32_t)(count <= SHORT ? SHORT : count), length, text,
                       (int32_t)count, 0xFFFD, NULL, &code);
  if (U_SUCCESS(code)) return result;
  if (result != room) free(result);
  return NULL;
}

void *segue_collator_open(const char *locale) {
  UErrorCode code = U_ZERO_ERROR;
  UCollator *collator = ucol_open(locale, &code);
  if (U_FAILURE(code)) return NULL;
  ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &code);
  return collator;
}

void segue_collator_close(void *collator) { ucol_close(collator); }

size_t segue_collator_key(void *collator, const char *text, size_t count, uint8_t *key,
                          size_t capacity) {
  UChar room[SHORT];
  int32_t length = 0;
  UChar *wide = utf16(text, count, room, &length);
  if (!wide) return 0;
  int32_t size = ucol_getSortKey(collator, wide, length, key, (int32_t)capacity);
  if (wide != room) free(wide);
  return size > 0 ? (size_t)size - 1 : 0;
}

void *segue_folder_open(const char *rules) {
  UErrorCode code = U_ZERO_ERROR;
  UChar id[SHORT];
  int32_t length = 0;
  u_strFromUTF8(id, SHORT, &length, rules, -1, &code);
  UTransliterator *folder = utrans_openU(id, length, UTRANS_FORWARD, NULL, 0, NULL, &code);
  return U_SUCCESS(code) ? folder : NULL;
}

void segue_folder_close(void *folder) { utrans_close(folder); }

ptrdiff_t segue_folder_fold(void *folder, const char *text, size_t count, char *result,
                            size_t capacity) {
  UErrorCode code = U_ZERO_ERROR;
  UChar room[SHORT];
  int32_t length = 0;
  UChar *wide = utf16(text, count, room, &length);
  if (!wide) return -1;
  // Rewriting happens in place; eightfold is more than any rule makes of a character.
  int32_t space = length * 8 + 64, limit = length;
  UChar *buffer = malloc((size_t)space * sizeof(UChar));
  if (!buffer) {
    if (wide != room) free(wide);
    return -1;
  }
  u_memcpy(buffer, wide, length);
  if (wide != room) free(wide);
  utrans_transUChars(folder, buffer, &length, space, 0, &limit, &code);
  int32_t size = -1;
  if (U_SUCCESS(code)) {
    u_strToUTF8(result, (int32_t)capacity, &size, buffer, length, &code);
    if (U_FAILURE(code) && code != U_BUFFER_OVERFLOW_ERROR) size = -1;
  }
  free(buffer);
  return size;
}

ptrdiff_t segue_charset_decode(const char *charset, const uint8_t *bytes, size_t count,
                               char *result, size_t capacity) {
  UErrorCode code = U_ZERO_ERROR;
  UConverter *converter = ucnv_open(charset, &code);
  if (U_FAILURE(code)) return -1;
  ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &code);
  // No byte becomes more than two units.
  int32_t room = (int32_t)count * 2 + 8;
  UChar *wide = malloc((size_t)room * sizeof(UChar));
  ptrdiff_t size = -1;
  if (wide && U_SUCCESS(code)) {
    int32_t length =
        ucnv_toUChars(converter, wide, room, (const char *)bytes, (int32_t)count, &code);
    if (U_SUCCESS(code) && length <= room) {
      int32_t needed = 0;
      u_strToUTF8(result, (int32_t)capacity, &needed, wide, length, &code);
      if (U_SUCCESS(code) || code == U_BUFFER_OVERFLOW_ERROR) size = needed;
    }
  }
  free(wide);
  ucnv_close(converter);
  return size;
}
