#include "CChafa.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/// GString of GLib.
typedef struct {
  char *bytes;
  size_t size, room;
} text;

struct segue_chafa {
  void *(*config_new)(void);
  void (*config_unref)(void *config);
  void (*set_geometry)(void *config, int columns, int rows);
  void (*set_cell_geometry)(void *config, int width, int height);
  void (*set_canvas_mode)(void *config, int mode);
  void (*set_pixel_mode)(void *config, int mode);
  void (*set_symbol_map)(void *config, const void *map);
  void *(*map_new)(void);
  void (*map_unref)(void *map);
  void (*map_add_by_tags)(void *map, int tags);
  void *(*canvas_new)(const void *config);
  void (*canvas_unref)(void *canvas);
  void (*draw_all_pixels)(void *canvas, int type, const uint8_t *pixels, int width, int height, int stride);
  uint32_t (*get_char_at)(void *canvas, int x, int y);
  void (*get_colors_at)(void *canvas, int x, int y, int *front, int *back);
  text *(*print)(void *canvas, void *terminal);
  void *(*database)(void);
  void *(*fallback)(void *database);
  void (*terminal_unref)(void *terminal);
  char *(*string_free)(text *string, int segment);
};

static const struct {
  const char *name;
  size_t place;
} functions[] = {
#define FUNCTION(field, name) {name, offsetof(struct segue_chafa, field)}
    FUNCTION(config_new, "chafa_canvas_config_new"),
    FUNCTION(config_unref, "chafa_canvas_config_unref"),
    FUNCTION(set_geometry, "chafa_canvas_config_set_geometry"),
    FUNCTION(set_cell_geometry, "chafa_canvas_config_set_cell_geometry"),
    FUNCTION(set_canvas_mode, "chafa_canvas_config_set_canvas_mode"),
    FUNCTION(set_pixel_mode, "chafa_canvas_config_set_pixel_mode"),
    FUNCTION(set_symbol_map, "chafa_canvas_config_set_symbol_map"),
    FUNCTION(map_new, "chafa_symbol_map_new"),
    FUNCTION(map_unref, "chafa_symbol_map_unref"),
    FUNCTION(map_add_by_tags, "chafa_symbol_map_add_by_tags"),
    FUNCTION(canvas_new, "chafa_canvas_new"),
    FUNCTION(canvas_unref, "chafa_canvas_unref"),
    FUNCTION(draw_all_pixels, "chafa_canvas_draw_all_pixels"),
    FUNCTION(get_char_at, "chafa_canvas_get_char_at"),
    FUNCTION(get_colors_at, "chafa_canvas_get_colors_at"),
    FUNCTION(print, "chafa_canvas_print"),
    FUNCTION(database, "chafa_term_db_get_default"),
    FUNCTION(fallback, "chafa_term_db_get_fallback_info"),
    FUNCTION(terminal_unref, "chafa_term_info_unref"),
    FUNCTION(string_free, "g_string_free"),
};

/// CHAFA_CANVAS_MODE_TRUECOLOR, CHAFA_PIXEL_RGBA8_UNASSOCIATED, CHAFA_SYMBOL_TAG_VHALF: with blanks and full blocks
/// it would take these for halves that are alike.
enum { TRUE_COLOURS = 0, RGBA = 4, HALVES = 1 << 9 };

segue_chafa *segue_chafa_open(void) {
  void *library = dlopen("libchafa.so.0", RTLD_NOW | RTLD_LOCAL);
  segue_chafa *chafa = library ? calloc(1, sizeof *chafa) : NULL;
  if (!chafa) return NULL;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *function = dlsym(library, functions[i].name);
    if (!function) {
      free(chafa);
      return NULL;
    }
    memcpy((char *)chafa + functions[i].place, &function, sizeof function);
  }
  return chafa;
}

/// A canvas with the pixels on it, to be unreferenced.
static void *draw(segue_chafa *chafa, const segue_chafa_canvas *wanted, const uint8_t *pixels, int width, int height) {
  void *config = chafa->config_new();
  void *map = chafa->map_new();
  void *canvas;
  chafa->map_add_by_tags(map, HALVES);
  chafa->set_symbol_map(config, map);
  chafa->set_canvas_mode(config, TRUE_COLOURS);
  chafa->set_pixel_mode(config, wanted->mode);
  chafa->set_geometry(config, wanted->columns, wanted->rows);
  chafa->set_cell_geometry(config, wanted->cell_width, wanted->cell_height);
  canvas = chafa->canvas_new(config);
  if (canvas) chafa->draw_all_pixels(canvas, RGBA, pixels, width, height, width * 4);
  chafa->map_unref(map);
  chafa->config_unref(config);
  return canvas;
}

int segue_chafa_blocks(segue_chafa *chafa, const segue_chafa_canvas *wanted, const uint8_t *pixels, int width,
                       int height, segue_chafa_cell *cells) {
  void *canvas = draw(chafa, wanted, pixels, width, height);
  if (!canvas) return -1;
  for (int y = 0; y < wanted->rows; y++) {
    for (int x = 0; x < wanted->columns; x++) {
      segue_chafa_cell *cell = &cells[y * wanted->columns + x];
      int front = -1, back = -1;
      chafa->get_colors_at(canvas, x, y, &front, &back);
      switch (chafa->get_char_at(canvas, x, y)) {
        case 0x2580:
          *cell = (segue_chafa_cell){front, back};
          break;
        case 0x2584:
          *cell = (segue_chafa_cell){back, front};
          break;
        case 0x2588:
          *cell = (segue_chafa_cell){front, front};
          break;
        default:
          *cell = (segue_chafa_cell){back, back};
      }
    }
  }
  chafa->canvas_unref(canvas);
  return 0;
}

char *segue_chafa_text(segue_chafa *chafa, const segue_chafa_canvas *wanted, const uint8_t *pixels, int width,
                       int height, size_t *size) {
  // Which one the terminal understands is known already; this knows all.
  void *terminal = chafa->fallback(chafa->database());
  void *canvas = draw(chafa, wanted, pixels, width, height);
  text *printed = canvas && terminal ? chafa->print(canvas, terminal) : NULL;
  char *result = printed ? malloc(printed->size + 1) : NULL;
  if (result) {
    memcpy(result, printed->bytes, printed->size);
    result[*size = printed->size] = 0;
  }
  if (printed) chafa->string_free(printed, 1);
  if (canvas) chafa->canvas_unref(canvas);
  if (terminal) chafa->terminal_unref(terminal);
  return result;
}
