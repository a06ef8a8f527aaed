#ifndef SEGUE_CSECCOMP_H
#define SEGUE_CSECCOMP_H
#endif
