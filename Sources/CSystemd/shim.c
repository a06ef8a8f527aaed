#include "CSystemd.h"

#include <systemd/sd-daemon.h>

int segue_listen_fds(void) { return sd_listen_fds(1); }

void segue_notify(const char *state) { sd_notify(0, state); }
