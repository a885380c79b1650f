"""Pictures of the machine's screen: read, compared, kept."""
import struct
import zlib


# Red, green and blue of what counts as dark, at most, of 255.
DARK = 64


class Picture:
    """A picture as QEMU writes it: portable pixmap, three bytes for a pixel."""

    def __init__(self, path):
        with open(path, "rb") as file:
            kind, size, depth, self.pixels = file.read().split(b"\n", 3)
        if kind != b"P6" or depth != b"255":
            raise ValueError(f"{path} is not a picture of QEMU")
        self.width, self.height = map(int, size.split())

    def is_plain(self):
        """Whether it is of one colour."""
        return self.pixels == self.pixels[:3] * (self.width * self.height)

    def has_plain_rim(self, part=0.15):
        """Whether the rim, of that part of the height or width on each side, is of one dark colour: so no text stands there,
        which begins in a corner."""
        corner = self.pixels[:3]
        if max(corner) > DARK:
            return False
        rows, columns = int(self.height * part), int(self.width * part)
        line = self.width * 3
        if self.pixels[:rows * line] != corner * (self.width * rows):
            return False
        side = corner * columns
        return all(
            self.pixels[row * line:row * line + len(side)] == side
            and self.pixels[(row + 1) * line - len(side):(row + 1) * line] == side
            for row in range(rows, self.height - rows))

    def colours(self, step=7):
        """How many colours there are among every seventh pixel."""
        data = self.pixels
        return len({data[at:at + 3] for at in range(0, len(data) - 2, 3 * step)})

    def difference(self, other):
        """The part of the pixels, from 0 to 1, that differ from another picture's; all if the sizes do."""
        if (self.width, self.height) != (other.width, other.height):
            return 1.0
        step = 3 * 11
        places = range(0, len(self.pixels) - 2, step)
        different = sum(self.pixels[at:at + 3] != other.pixels[at:at + 3] for at in places)
        return different / max(1, len(places))

    def save(self, path):
        """Writes it as PNG."""
        rows = b"".join(
            b"\0" + self.pixels[row * self.width * 3:(row + 1) * self.width * 3] for row in range(self.height))

        def chunk(name, body):
            return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b""))
