#define PCRE2_CODE_UNIT_WIDTH 8
#include "CPCRE2.h"

#include <pcre2.h>
#include <stdlib.h>

struct pattern {
  pcre2_code *code;
  pcre2_match_data *data;
  pcre2_match_context *context;
};

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

void *segue_pattern_open(const char *text, size_t count, int ignores_case, uint32_t limit,
                         size_t *offset, char *reason) {
  int code = PCRE2_ERROR_NOMEMORY;
  *offset = 0;
  uint32_t options = PCRE2_DOTALL | PCRE2_NO_AUTO_CAPTURE | PCRE2_UTF | PCRE2_MATCH_INVALID_UTF |
                     PCRE2_NEVER_BACKSLASH_C | (ignores_case ? PCRE2_CASELESS : 0);
  struct pattern *pattern = calloc(1, sizeof *pattern);
  if (pattern != NULL) pattern->code = compile(text, count, options, &code, offset);
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
  return pattern;
}

void segue_pattern_close(void *object) {
  struct pattern *pattern = object;
  pcre2_match_data_free(pattern->data);
  pcre2_match_context_free(pattern->context);
  pcre2_code_free(pattern->code);
  free(pattern);
}

int segue_pattern_find(void *object, const char *text, size_t count) {
  struct pattern *pattern = object;
  int found =
      pcre2_match(pattern->code, (PCRE2_SPTR)text, count, 0, 0, pattern->data, pattern->context);
  if (found >= 0) return 1;
  return found == PCRE2_ERROR_NOMATCH ? 0 : -1;
}
