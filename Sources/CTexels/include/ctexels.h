// Looking texels up: most of what a frame costs where the processor draws. In C, because that lets one
// function be compiled for what newer processors have beside what all of them have.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One size of a picture: 32 bits a texel, row by row without gaps; at least two by two of them, and no more
// than 2¹⁴ across or down.
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

// Where each pixel's texels are: quotients of two forms, in texels of the level.
struct ctexels_walk {
  struct ctexels_form across;
  struct ctexels_form down;
  struct ctexels_form depth;
};

// Whether this processor has what the faster way needs.
bool ctexels_is_fast(void);

// Writes what is seen at `count` pixels, each mixed of four texels.
//
// fast: only where ctexels_is_fast(). clamps: whether places may lie outside, be none or endless; the nearest
// texels are taken then. Else all are at least half a texel within the level.
void ctexels_fetch(
  const struct ctexels_level *level, const struct ctexels_walk *walk, int32_t count, bool fast, bool clamps,
  uint32_t *pixels);

// Mixes texels of two pictures of one size, `weight` 256ths of the other and the rest of the one.
void ctexels_mix(const uint32_t *one, const uint32_t *other, int32_t weight, size_t count, uint32_t *pixels);
