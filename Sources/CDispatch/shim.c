#include "CDispatch.h"
