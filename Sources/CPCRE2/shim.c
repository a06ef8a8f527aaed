#define PCRE2_CODE_UNIT_WIDTH 8
#include "CPCRE2.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct pattern {
  pcre2_code *code;
  pcre2_match_data *data;
  pcre2_match_context *context;
  // When the search that runs has to end, and where in its text it has begun so far.
  int64_t end;
  unsigned starts;
};

// PCRE2 counts its steps anew at every start in a text; a call out at the beginning of a pattern is made at each.
static const char WATCH[] = "(?C1)";
enum { WATCH_SIZE = sizeof WATCH - 1, STARTS_PER_LOOK = 8 };

// More of memory and depth than sensible patterns need, in KiB and steps.
enum { HEAP_LIMIT = 4096, DEPTH_LIMIT = 1000, NESTING_LIMIT = 100 };

static pcre2_code *compile(const char *text, size_t count, uint32_t options, int *code,
                           size_t *offset) {
  pcre2_compile_context *context = pcre2_compile_context_create(NULL);
  if (context == NULL) return NULL;
  pcre2_set_parens_nest_limit(context, NESTING_LIMIT);
  pcre2_code *compiled = pcre2_compile((PCRE2_SPTR)text, count, options, code, offset, context);
  pcre2_compile_context_free(context);
  return compiled;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int watch(pcre2_callout_block *block, void *object) {
  struct pattern *pattern = object;
  (void)block;
  if (pattern->starts++ % STARTS_PER_LOOK != 0) return 0;
  return now() < pattern->end ? 0 : PCRE2_ERROR_MATCHLIMIT;
}

// Where a pattern begins after what must come first in it, such as (*UCP).
static size_t beginning(const char *text, size_t count) {
  size_t place = 0;
  while (place + 2 < count && text[place] == '(' && text[place + 1] == '*' &&
         text[place + 2] >= 'A' && text[place + 2] <= 'Z') {
    const char *end = memchr(text + place, ')', count - place);
    if (end == NULL) break;
    place = (size_t)(end - text) + 1;
  }
  return place;
}

static pcre2_code *compile_watched(const char *text, size_t count, uint32_t options, int *code,
                                   size_t *offset) {
  size_t start = beginning(text, count);
  char *whole = malloc(count + WATCH_SIZE);
  if (whole == NULL) return NULL;
  memcpy(whole, text, start);
  memcpy(whole + start, WATCH, WATCH_SIZE);
  memcpy(whole + start + WATCH_SIZE, text + start, count - start);
  pcre2_code *compiled = compile(whole, count + WATCH_SIZE, options, code, offset);
  free(whole);
  if (*offset >= start + WATCH_SIZE) *offset -= WATCH_SIZE;
  return compiled;
}

void *segue_pattern_open(const char *text, size_t count, int ignores_case, uint32_t limit,
                         size_t *offset, char *reason) {
  int code = PCRE2_ERROR_NOMEMORY;
  *offset = 0;
  uint32_t options = PCRE2_DOTALL | PCRE2_NO_AUTO_CAPTURE | PCRE2_UTF | PCRE2_MATCH_INVALID_UTF |
                     PCRE2_NEVER_BACKSLASH_C | (ignores_case ? PCRE2_CASELESS : 0);
  struct pattern *pattern = calloc(1, sizeof *pattern);
  if (pattern != NULL) pattern->code = compile_watched(text, count, options, &code, offset);
  if (pattern == NULL || pattern->code == NULL) {
    pcre2_get_error_message(code, (PCRE2_UCHAR *)reason, 128);
    free(pattern);
    return NULL;
  }
  pattern->data = pcre2_match_data_create(1, NULL);
  pattern->context = pcre2_match_context_create(NULL);
  if (pattern->data == NULL || pattern->context == NULL) {
    pcre2_get_error_message(PCRE2_ERROR_NOMEMORY, (PCRE2_UCHAR *)reason, 128);
    segue_pattern_close(pattern);
    return NULL;
  }
  pcre2_set_match_limit(pattern->context, limit);
  pcre2_set_depth_limit(pattern->context, DEPTH_LIMIT);
  pcre2_set_heap_limit(pattern->context, HEAP_LIMIT);
  pcre2_set_callout(pattern->context, watch, pattern);
  return pattern;
}

void segue_pattern_close(void *object) {
  struct pattern *pattern = object;
  pcre2_match_data_free(pattern->data);
  pcre2_match_context_free(pattern->context);
  pcre2_code_free(pattern->code);
  free(pattern);
}

int segue_pattern_find(void *object, const char *text, size_t count, int64_t *left) {
  struct pattern *pattern = object;
  int64_t begin = now();
  pattern->end = begin + *left;
  pattern->starts = 0;
  int found =
      pcre2_match(pattern->code, (PCRE2_SPTR)text, count, 0, 0, pattern->data, pattern->context);
  *left -= now() - begin;
  if (found >= 0) return 1;
  return found == PCRE2_ERROR_NOMATCH ? 0 : -1;
}
