#pragma once
#include <stddef.h>
#include <stdint.h>

/// A film that is being written: an animated WebP.
typedef struct cwebp_film cwebp_film;

/// Begins a film of so many pixels that goes on for ever. `quality` is libwebp's, 0 to 100. The library is
/// loaded when it is first needed. NULL without it, or without memory.
cwebp_film *cwebp_film_new(int width, int height, float quality);
/// Adds a picture: red, green, blue and a byte that is not looked at for each pixel, row by row. It is seen
/// from so many milliseconds after the beginning. Returns 0 where that failed.
int cwebp_film_add(cwebp_film *film, const uint8_t *pixels, int milliseconds);
/// Ends the film after so many milliseconds; its bytes are the film's until that is freed. NULL where that
/// failed.
const uint8_t *cwebp_film_end(cwebp_film *film, int milliseconds, size_t *count);
/// Gives the film and its bytes back.
void cwebp_film_free(cwebp_film *film);
