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

  private func scale(into room: PixelSize) -> Double {
    min(Double(room.width) / Double(max(1, width)), Double(room.height) / Double(max(1, height)))
  }

  private func scaled(by scale: Double) -> PixelSize {
    PixelSize(max(1, Int((Double(width) * scale).rounded())), max(1, Int((Double(height) * scale).rounded())))
  }
}
