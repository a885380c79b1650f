#ifndef CQRENCODE_H
#define CQRENCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// QR codes, by libqrencode. The library is loaded when the first code is drawn: most kiosks show none.

/// The most modules of a code along a side.
#define CQR_MODULES 177

/// Whether libqrencode is installed.
bool cqr_is_there(void);

/// Makes a code that says `text`, with medium error correction: one byte for each module, row by row, 1 for a
/// dark one.
///
/// `modules` has room for CQR_MODULES times CQR_MODULES bytes. Returns how many modules a side has, or 0
/// without the library or where the text is too long for any code.
int cqr_encode(const char *text, uint8_t *modules);

#endif
