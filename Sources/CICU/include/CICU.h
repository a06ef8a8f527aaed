#ifndef SEGUE_CICU_H
#define SEGUE_CICU_H
#endif
