"""Reads, compares and saves pictures of the machine's screen."""
import struct
import zlib


# The highest red, green and blue of a dark color, of 255.
DARK = 64


# The size in pixels of the cells in which pictures are compared: about a letter on a tile.
CELL = 16
# The difference of red, green or blue that is visible, of 255.
VISIBLE = 40


class Picture:
    """A picture of a screen, with three bytes for each pixel."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, pixels

    @staticmethod
    def pixmap(path):
        """Reads a portable pixmap (PPM), the format of QEMU's screenshots."""
        with open(path, "rb") as file:
            kind, size, depth, pixels = file.read().split(b"\n", 3)
        if kind != b"P6" or depth != b"255":
            raise ValueError(f"{path} is not a binary PPM with 8 bits for each channel")
        return Picture(*map(int, size.split()), pixels)

    @staticmethod
    def png(data):
        """Reads a PNG of the launcher: 8 bits for each channel, and three or four channels."""
        at, body, header = 8, b"", None
        while at < len(data):
            length, name = struct.unpack(">I4s", data[at:at + 8])
            chunk = data[at + 8:at + 8 + length]
            if name == b"IHDR":
                header = struct.unpack(">IIBBBBB", chunk)
            elif name == b"IDAT":
                body += chunk
            at += 12 + length
        width, height, depth, kind, _, _, interlaced = header
        if depth != 8 or kind not in (2, 6) or interlaced:
            raise ValueError("this kind of PNG is not supported")
        channels = 3 if kind == 2 else 4
        rows = unfiltered(zlib.decompress(body), width * channels, height, channels)
        pixels = bytearray(width * height * 3)
        for channel in range(3):
            pixels[channel::3] = rows[channel::channels]
        return Picture(width, height, bytes(pixels))

    def is_plain(self):
        """Returns whether all pixels have the same color."""
        return self.pixels == self.pixels[:3] * (self.width * self.height)

    def has_dark_corner(self):
        """Returns whether the upper left corner is dark, but not black."""
        return 0 < max(self.pixels[:3]) <= DARK

    def has_black_rim(self, part=0.15):
        """Returns whether the rim is black. `part` is its share of the height and width on each side.

        A console's text begins in a corner, so a black rim means no text.
        """
        corner = bytes(3)
        rows, columns = int(self.height * part), int(self.width * part)
        line = self.width * 3
        if self.pixels[:rows * line] != corner * (self.width * rows):
            return False
        side = corner * columns
        return all(
            self.pixels[row * line:row * line + len(side)] == side
            and self.pixels[(row + 1) * line - len(side):(row + 1) * line] == side
            for row in range(rows, self.height - rows))

    def colors(self, step=7):
        """Returns the number of colors, of every seventh pixel by default."""
        data = self.pixels
        return len({data[at:at + 3] for at in range(0, len(data) - 2, 3 * step)})

    def difference(self, other):
        """Returns the share of pixels, from 0 to 1, that differ from another picture, or 1 if the sizes differ."""
        if (self.width, self.height) != (other.width, other.height):
            return 1.0
        step = 3 * 11
        places = range(0, len(self.pixels) - 2, step)
        different = sum(self.pixels[at:at + 3] != other.pixels[at:at + 3] for at in places)
        return different / max(1, len(places))

    def cells_unlike(self, other):
        """Returns the column and row of each cell that differs visibly from another picture, or None if the sizes differ."""
        if (self.width, self.height) != (other.width, other.height):
            return None
        found = []
        for top in range(0, self.height, CELL):
            rows = range(top, min(top + CELL, self.height), 2)
            starts = [row * self.width * 3 for row in rows]
            for left in range(0, self.width, CELL):
                right = min(left + CELL, self.width)
                if all(self.pixels[s + left * 3:s + right * 3] == other.pixels[s + left * 3:s + right * 3] for s in starts):
                    continue
                places = [s + column * 3 for s in starts for column in range(left, right, 2)]
                unlike = sum(
                    any(abs(self.pixels[at + c] - other.pixels[at + c]) > VISIBLE for c in range(3)) for at in places)
                if unlike * 10 > len(places):
                    found.append((left // CELL, top // CELL))
        return found

    def save(self, path):
        """Writes the picture as a PNG file."""
        rows = b"".join(
            b"\0" + self.pixels[row * self.width * 3:(row + 1) * self.width * 3] for row in range(self.height))

        def chunk(name, body):
            return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b""))


def unfiltered(data, length, height, channels):
    """Undoes a PNG's filters and returns its rows (PNG specification, section 9)."""
    out, last, at = bytearray(), bytearray(length), 0
    for _ in range(height):
        kind, row = data[at], bytearray(data[at + 1:at + 1 + length])
        at += 1 + length
        if kind == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, last))
        elif kind:
            for index in range(length):
                left = row[index - channels] if index >= channels else 0
                above = last[index]
                if kind == 1:
                    guess = left
                elif kind == 3:
                    guess = (left + above) // 2
                else:
                    corner = last[index - channels] if index >= channels else 0
                    to_left, to_above, to_corner = abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)
                    guess = left if to_left <= to_above and to_left <= to_corner else above if to_above <= to_corner else corner
                row[index] = (row[index] + guess) & 255
        out += row
        last = row
    return out
