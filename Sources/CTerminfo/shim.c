#include "CTerminfo.h"
