import Configuration

extension ConfigurationDecoder {
  /// Reads one key of `[gestures]`.
  mutating func decode(_ entry: TOMLTable.Entry, into settings: inout GestureSettings) {
    switch key(of: entry, in: .gestures) {
    case .resampling?:
      if let resampling = boolean(entry, .resampling) { settings.resampling = resampling }
    default: break
    }
  }
}
