import RotundaGeometry

extension Color {
  /// The same colour with every channel within 0 to 1; a channel that is no number counts as 0.
  var displayable: Color {
    func bounded(_ channel: Double) -> Double { channel >= 0 ? min(channel, 1) : 0 }
    return Color(bounded(red), bounded(green), bounded(blue), bounded(alpha))
  }
}
