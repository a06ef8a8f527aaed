#include "CCrypt.h"
