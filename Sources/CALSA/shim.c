#include "CALSA.h"

static void say_nothing(const char *file, int line, const char *function, int code,
                        const char *format, ...) {
  (void)file, (void)line, (void)function, (void)code, (void)format;
}

void segue_alsa_be_silent(void) { snd_lib_error_set_handler(say_nothing); }
