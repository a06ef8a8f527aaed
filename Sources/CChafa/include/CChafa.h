/// Pictures as terminals show them, by libchafa, which is loaded when it is first asked for.
///
/// It is not linked, and its headers are not needed: a Segue without it shows no covers, and one that shows none does
/// not pay for it. Source of what is declared here: chafa 1.12.
#ifndef SEGUE_CCHAFA_H
#define SEGUE_CCHAFA_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct segue_chafa segue_chafa;

/// NULL where the library is not there, or is another one. Never closed. For one thread at a time.
segue_chafa *_Nullable segue_chafa_open(void);

/// In the numbers of ChafaPixelMode.
enum { SEGUE_CHAFA_SYMBOLS = 0, SEGUE_CHAFA_SIXELS = 1, SEGUE_CHAFA_KITTY = 2, SEGUE_CHAFA_ITERM2 = 3 };

typedef struct {
  int mode;
  int columns, rows;
  /// Pixels of a cell.
  int cell_width, cell_height;
} segue_chafa_canvas;

/// A cell with half a block: what is above and what is below, 0xRRGGBB, -1 for nothing.
typedef struct {
  int upper, lower;
} segue_chafa_cell;

/// Draws pixels (red, green, blue, opacity) in half blocks, into `columns` * `rows` cells, line by line. -1 where it
/// fails.
int segue_chafa_blocks(segue_chafa *chafa, const segue_chafa_canvas *canvas, const uint8_t *pixels, int width,
                       int height, segue_chafa_cell *cells);

/// What a terminal shows pixels by, when it is written where the picture begins. To be freed with free; NULL where it
/// fails.
char *_Nullable segue_chafa_text(segue_chafa *chafa, const segue_chafa_canvas *canvas, const uint8_t *pixels,
                                 int width, int height, size_t *size);

#pragma clang assume_nonnull end
#endif
