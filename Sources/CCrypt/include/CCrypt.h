#ifndef SEGUE_CCRYPT_H
#define SEGUE_CCRYPT_H

#include <crypt.h>

#endif
