#ifndef SEGUE_CEXPAT_H
#define SEGUE_CEXPAT_H

#include <expat.h>

#endif
