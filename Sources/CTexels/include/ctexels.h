// Sampling of texels, which is most of the cost of a frame drawn by the processor. It is in C, because C can
// compile one function both for all processors and for newer ones.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One level of a picture: 32 bits per texel, row by row without gaps. It has at least two by two texels, and
// at most 2¹⁴ in each direction.
struct ctexels_level {
  const uint32_t *pixels;
  int32_t width;
  int32_t height;
};

// The value of a linear form along a row of pixels.
struct ctexels_form {
  float start;
  float step;
};

// The texel positions of pixels: quotients of two forms, in texels of the level.
struct ctexels_walk {
  struct ctexels_form across;
  struct ctexels_form down;
  struct ctexels_form depth;
};

// Returns whether this processor supports the faster version.
bool ctexels_is_fast(void);

// Writes `count` pixels, each mixed from four texels.
//
// fast: only valid if ctexels_is_fast(). clamps: whether positions may lie outside the level, be NaN or
// infinite; they are then clamped to the nearest texels. Without it, all positions must be at least half a
// texel within the level.
void ctexels_fetch(
  const struct ctexels_level *level, const struct ctexels_walk *walk, int32_t count, bool fast, bool clamps,
  uint32_t *pixels);

// Mixes the texels of two pictures of equal size: `weight` 256ths of `other`, the rest from `one`.
void ctexels_mix(const uint32_t *one, const uint32_t *other, int32_t weight, size_t count, uint32_t *pixels);
