import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// What stands with the tiles and is none.
struct DecorationStore {
  private let settings: [CarouselDecoration]
  /// As the engine puts them in order; their numbers are places in `settings`.
  let decorations: [Decoration]
  private var pictures: [Picture?] = []

  init(_ settings: [CarouselDecoration]) {
    self.settings = settings
    decorations = settings.enumerated().map { $1.decoration(id: $0) }
  }

  /// Has the pictures made anew: the screen has another size or scale.
  mutating func forget() { pictures = [] }

  /// Asks for the pixels once.
  mutating func request(_ look: ShelfLook, into effects: inout [ShellEffect]) {
    guard pictures.isEmpty else { return }
    pictures = settings.map { decoration in
      decoration.picture.map { reference in
        let (width, height) = (decoration.size.width * look.scale, decoration.size.height * look.scale)
        let size = PixelSize(Int(width.rounded(.up)), Int(height.rounded(.up)))
        return Picture(.image(IconSource(reference)), size: size, scale: look.scale)
      }
    }
    for case let picture? in pictures { effects.append(.draw(picture, order: look.order)) }
  }

  func contains(_ picture: Picture) -> Bool { pictures.contains(picture) }

  /// Adds one of them: its shadow, its colour and its picture.
  func append(_ id: Int, _ place: Transform, to frame: inout SceneFrame, _ look: ShelfLook) {
    guard settings.indices.contains(id) else { return }
    let decoration = settings[id]
    let transform = place.onScreen(scaled: look.zoom, moved: look.center)
    let opacity = decoration.opacity * look.opacity
    if decoration.shadow > 0 { appendShadow(of: decoration, transform, opacity, to: &frame) }
    let picture = pictures.indices.contains(id) ? pictures[id] : nil
    let fills = [
      decoration.color.map(Sprite.Fill.color), picture.map { .picture($0, placeholder: .clear) },
    ]
    for case let fill? in fills {
      frame.sprites.append(
        Sprite(
          fill, size: decoration.size, transform: transform, cornerRadius: decoration.cornerRadius,
          opacity: opacity))
    }
  }

  /// How many boards a shadow consists of, each a little smaller than the one below it, and how dark each is: together
  /// a third of black in the middle, as under a lamp in a bright room.
  private static let shadowSteps = 8
  private static let shadowOpacity = 0.05
  /// How far below its board a shadow lies, as a part of how far it reaches.
  private static let shadowDrop = 0.35

  private func appendShadow(
    of decoration: CarouselDecoration, _ transform: Transform, _ opacity: Double, to frame: inout SceneFrame
  ) {
    let below = transform.translated(0, decoration.shadow * Self.shadowDrop, 0)
    for step in 0..<Self.shadowSteps {
      let reach = decoration.shadow * (1 - 2 * Double(step) / Double(Self.shadowSteps))
      let size = Size(decoration.size.width + 2 * reach, decoration.size.height + 2 * reach)
      guard size.width > 0, size.height > 0 else { continue }
      frame.sprites.append(
        Sprite(
          .color(.black), size: size, transform: below,
          cornerRadius: max(decoration.shadow / 2, decoration.cornerRadius + reach),
          opacity: opacity * Self.shadowOpacity))
    }
  }
}
