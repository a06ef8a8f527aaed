#ifndef SEGUE_CSYSTEMD_H
#define SEGUE_CSYSTEMD_H
#endif
