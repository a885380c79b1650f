#pragma once
// Writing (Pango) and drawing (Cairo). Functions that Swift cannot see, because they are macros or take a
// callback of another type, get an inline twin here.
#include <cairo.h>
#include <pango/pangocairo.h>

/// A font map of one's own: the default one belongs to the thread that asks first.
static inline PangoFontMap *_Nonnull rotunda_font_map_new(void) {
  return pango_cairo_font_map_new();
}

/// Gives back a reference to a GObject.
static inline void rotunda_object_unref(void *_Nonnull object) { g_object_unref(object); }

/// A picture of a length in pixels as Pango's units.
enum { rotunda_pango_units_per_pixel = PANGO_SCALE };
