#define _GNU_SOURCE
#include "CTerminfo.h"

#include <curses.h>
#include <stdlib.h>
#include <term.h>
#include <unistd.h>

struct segue_terminfo {
  TERMINAL *terminal;
};

segue_terminfo *segue_terminfo_open(const char *name) {
  segue_terminfo *result = malloc(sizeof *result);
  TERMINAL *before = cur_term;
  int reason = 0;
  if (!result) return NULL;
  // With somewhere to put the reason it neither prints nor exits. It reads the modes of the
  // descriptor, which need not be a terminal.
  if (setupterm(name, STDERR_FILENO, &reason) != OK) {
    set_curterm(before);
    free(result);
    return NULL;
  }
  result->terminal = cur_term;
  return result;
}

void segue_terminfo_close(segue_terminfo *terminal) {
  del_curterm(terminal->terminal);
  free(terminal);
}

int segue_terminfo_flag(segue_terminfo *terminal, const char *capability) {
  set_curterm(terminal->terminal);
  return tigetflag(capability) > 0;
}

int segue_terminfo_number(segue_terminfo *terminal, const char *capability) {
  set_curterm(terminal->terminal);
  int number = tigetnum(capability);
  return number < 0 ? -1 : number;
}

const char *segue_terminfo_string(segue_terminfo *terminal, const char *capability) {
  set_curterm(terminal->terminal);
  const char *string = tigetstr(capability);
  return string == (const char *)-1 ? NULL : string;
}

const char *segue_terminfo_expand(const char *string, int first, int second) {
  return tparm(string, (long)first, (long)second, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}
