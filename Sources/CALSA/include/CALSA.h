/// ALSA, with what Swift cannot import of it.
#ifndef SEGUE_CALSA_H
#define SEGUE_CALSA_H

#include <alsa/asoundlib.h>

#pragma clang assume_nonnull begin

/// Has ALSA return its errors and print nothing.
void segue_alsa_be_silent(void);

#pragma clang assume_nonnull end
#endif
