#pragma once
#include <stddef.h>
#include <stdint.h>

/// A film in creation: an animated WebP.
typedef struct cwebp_film cwebp_film;

/// Creates a film of a size in pixels that repeats forever. `quality` is libwebp's, 0 to 100. The library is
/// loaded for the first film. Returns NULL without it, or without memory.
cwebp_film *cwebp_film_new(int width, int height, float quality);
/// Adds a picture: red, green, blue and an ignored byte for each pixel, row by row. It appears that many
/// milliseconds after the beginning. Returns 0 on failure.
int cwebp_film_add(cwebp_film *film, const uint8_t *pixels, int milliseconds);
/// Ends the film after that many milliseconds, and returns its bytes, which the film owns. Returns NULL on
/// failure.
const uint8_t *cwebp_film_end(cwebp_film *film, int milliseconds, size_t *count);
/// Frees the film and its bytes.
void cwebp_film_free(cwebp_film *film);
