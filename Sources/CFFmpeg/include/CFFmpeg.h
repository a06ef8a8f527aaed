#ifndef SEGUE_CFFMPEG_H
#define SEGUE_CFFMPEG_H
#endif
