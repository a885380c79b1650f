import CarouselEngine
import Configuration
import Geometry

extension ConfigurationDecoder {
  /// Reads one key of `[carousel]`.
  mutating func decode(_ entry: TOMLTable.Entry, into settings: inout CarouselSettings) {
    switch key(of: entry, in: .carousel) {
    case .layout?:
      if let layout = choice(entry, .layout).flatMap(LayoutKind.init) { settings.layout = layout }
    case .orientation?:
      if let orientation = choice(entry, .orientation).flatMap(CarouselSettings.Orientation.init) {
        settings.orientation = orientation
      }
    case .wrap?:
      if let wrap = boolean(entry, .wrap) { settings.wrap = wrap }
    case .spacing?:
      if let spacing = number(entry, .spacing) { settings.spacing = spacing }
    case .tileSize?:
      if let size = size(entry, .tileSize) { settings.tileSize = size }
    default: break
    }
  }
}
