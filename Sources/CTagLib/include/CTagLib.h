#ifndef SEGUE_CTAGLIB_H
#define SEGUE_CTAGLIB_H
#endif
