#ifndef SEGUE_CSQLITE_H
#define SEGUE_CSQLITE_H
#endif
