#ifndef SEGUE_CALSA_H
#define SEGUE_CALSA_H
#endif
