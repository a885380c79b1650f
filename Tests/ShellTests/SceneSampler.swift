import RotundaGeometry
import Scene

@testable import Shell

/// Computes what is visible at points of a frame, as far as possible without rendering.
struct SceneSampler {
  let frame: SceneFrame

  /// The opacity of a picture above its light. The picture begins to fade at half of its height.
  private static func part(of ambient: Ambient, at height: Double) -> Double {
    guard ambient.pictureShare > 0 else { return 0 }
    return min(1, max(0, (0.9 - height / ambient.pictureShare) / 0.4))
  }

  /// The opacity of a sprite at a surface point, without its fill's own transparency. Returns 0 outside of
  /// the sprite.
  private func opacity(of sprite: Sprite, at point: Point) -> Double {
    let seen = point - Point(frame.size.width / 2, frame.size.height / 2)
    if let clip = sprite.clip, !clip.contains(seen) { return 0 }
    guard let place = sprite.transform.unproject(seen),
      abs(place.x) <= sprite.size.width / 2, abs(place.y) <= sprite.size.height / 2
    else { return 0 }
    let part = place.y / sprite.size.height + 0.5
    return sprite.opacity * (sprite.upperOpacity + (1 - sprite.upperOpacity) * part)
  }

  /// Whether a point shows something other than the background and the picture's light.
  func isCovered(_ point: Point) -> Bool {
    frame.sprites.contains { sprite in
      switch sprite.fill {
      case .color: return false
      case .picture(let picture, _):
        if case .ambient(let ambient) = picture.content {
          // The picture itself, before it fades into its light.
          return sprite.size == frame.size && point.y < ambient.pictureShare * frame.size.height
        }
        var sprite = sprite
        // The stage measures text as small letters for every requested size.
        if case .text(let block) = picture.content {
          let letters = Double(block.text.count) * block.fontSize * 0.5
          sprite.size = Size(max(sprite.size.width, letters), max(sprite.size.height, block.fontSize * 1.2))
        }
        return opacity(of: sprite, at: point) > 0
      }
    }
  }

  /// The fraction of the screen that shows only the background.
  var emptyPart: Double {
    let (columns, rows) = (64, 48)
    var empty = 0
    for index in 0..<columns * rows {
      let place = Point(
        (Double(index % columns) + 0.5) / Double(columns) * frame.size.width,
        (Double(index / columns) + 0.5) / Double(rows) * frame.size.height)
      if !isCovered(place) { empty += 1 }
    }
    return Double(empty) / Double(columns * rows)
  }

  /// The color at a point below the sprite with an index. Each picture has one color, and the pictures' light
  /// has another.
  func ground(at point: Point, below index: Int, picture: Color, light: Color) -> Color {
    var color = frame.background
    for sprite in frame.sprites[..<index] {
      let opacity = opacity(of: sprite, at: point)
      guard opacity > 0 else { continue }
      var fill: Color
      switch sprite.fill {
      case .color(let own): fill = own
      case .picture(let own, _):
        switch own.content {
        case .ambient(let ambient):
          fill = light.mixed(with: picture, Self.part(of: ambient, at: point.y / frame.size.height))
        case .face, .image, .ground: fill = picture
        case .shadow(let shadow): fill = shadow.color.opacity(0)
        default: fill = .clear
        }
      }
      fill = Color(
        fill.red * sprite.brightness, fill.green * sprite.brightness, fill.blue * sprite.brightness,
        fill.alpha)
      color = color.mixed(with: fill.opacity(1), opacity * fill.alpha)
    }
    return color
  }

  /// All separate texts, with their place in the frame, their color and their area.
  var writing: [(index: Int, block: TextBlock, area: Rectangle)] {
    frame.sprites.indices.compactMap { index in
      let sprite = frame.sprites[index]
      guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content,
        sprite.opacity > 0.99, let center = sprite.transform.project(.zero)
      else { return nil }
      let middle = center + Point(frame.size.width / 2, frame.size.height / 2)
      return (index, block, Rectangle(center: middle, size: sprite.size))
    }
  }

  /// The lowest contrast of a text with its ground.
  func leastContrast(
    of writing: (index: Int, block: TextBlock, area: Rectangle), picture: Color, light: Color
  ) -> Double {
    var least = Double.infinity
    for column in 0...4 {
      for row in 0...2 {
        let point = Point(
          writing.area.origin.x + writing.area.size.width * Double(column) / 4,
          writing.area.origin.y + writing.area.size.height * Double(row) / 2)
        let ground = ground(at: point, below: writing.index, picture: picture, light: light)
        let letters = ground.mixed(with: writing.block.color.opacity(1), writing.block.color.alpha)
        least = min(least, letters.contrast(to: ground))
      }
    }
    return least
  }
}
