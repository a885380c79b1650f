import Glibc

/// Whether graphics draw, or the processor does: where both would be the same processor, it is several times faster by itself
/// than through a driver that acts as if it were graphics.
enum GraphicsChoice {
  /// The processor.
  case processor
  /// Graphics, unless their driver turns out to have nothing but the processor either.
  case hardware
  /// Graphics, whatever their driver has.
  case anyDriver

  /// Where the kernel's graphics devices are.
  private static let devices = "/dev/dri"

  /// By Mesa's own variable, else by whether there is a device.
  init(_ variables: [String: String]) {
    if let wish = variables["LIBGL_ALWAYS_SOFTWARE"], !wish.isEmpty {
      self = ["0", "false", "no"].contains(wish) ? .anyDriver : .processor
    } else {
      self = Self.hasDevice ? .hardware : .processor
    }
  }

  private static var hasDevice: Bool {
    guard let directory = opendir(devices) else { return false }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      // card0, renderD128; the others are no devices.
      let first = UInt8(bitPattern: entry.pointee.d_name.0)
      if first == UInt8(ascii: "c") || first == UInt8(ascii: "r") { return true }
    }
    return false
  }
}
