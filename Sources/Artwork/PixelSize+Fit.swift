import Scene

extension PixelSize {
  /// Whether there are pixels in it, and at most `limit` of them.
  func isUsable(upTo limit: Int?) -> Bool {
    guard width > 0, height > 0 else { return false }
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    return !overflow && area <= limit ?? .max
  }

  /// The largest extent of the same proportions that `room` holds; at least one pixel each way.
  func fitted(into room: PixelSize) -> PixelSize {
    scaled(by: scale(into: room))
  }

  /// The same extent if `room` holds it, else `fitted(into:)`.
  func shrunk(into room: PixelSize) -> PixelSize {
    let scale = scale(into: room)
    return scale < 1 ? scaled(by: scale) : self
  }

  /// The smallest extent of the same proportions that leaves nothing of `room` free, unless that is so elongated that
  /// most of it would be cut off: then `fitted(into:)`.
  func filled(_ room: PixelSize) -> PixelSize {
    let filling = scaled(by: scale(covering: room))
    return filling.isUsable(toCover: room) ? filling : fitted(into: room)
  }

  /// `filled(_:)` if that is smaller, else the same extent, unless most of it would be cut off.
  func shrunk(covering room: PixelSize) -> PixelSize {
    guard scale(covering: room) >= 1 else { return filled(room) }
    return isUsable(toCover: room) ? self : shrunk(into: room)
  }

  private func isUsable(toCover room: PixelSize) -> Bool {
    width <= room.width * Self.mostCut && height <= room.height * Self.mostCut
  }

  /// A picture more than so many times longer than its room is shown as a whole.
  static let mostCut = 8

  private func scale(covering room: PixelSize) -> Double {
    max(Double(room.width) / Double(max(1, width)), Double(room.height) / Double(max(1, height)))
  }

  private func scale(into room: PixelSize) -> Double {
    min(Double(room.width) / Double(max(1, width)), Double(room.height) / Double(max(1, height)))
  }

  private func scaled(by scale: Double) -> PixelSize {
    PixelSize(max(1, Int((Double(width) * scale).rounded())), max(1, Int((Double(height) * scale).rounded())))
  }
}
