import Configuration

/// Something on a tile that a finger can press by itself.
enum TileControl: Hashable, Sendable {
  /// A row of its list.
  case row(Int)
  /// One of its buttons.
  case button(Int)
  /// The tile itself, by a gesture that it has a meaning of its own for.
  case gesture(TileGesture)
}

/// A control on one of the tiles of the shelf in the middle.
struct ControlPlace: Hashable, Sendable {
  let tile: Int
  let control: TileControl
}

extension LauncherTile {
  /// Whether there is more on it than a name and an icon.
  var isLive: Bool { !buttons.isEmpty || !rows.isEmpty || isPageInside }

  /// Its controls from top to bottom: the way that keys take.
  var controls: [TileControl] {
    rows.indices.map { .row($0) } + buttons.indices.map { .button($0) }
  }

  /// What a control does and is called.
  subscript(control: TileControl) -> LauncherTile? {
    switch control {
    case .row(let index): rows.indices.contains(index) ? rows[index] : nil
    case .button(let index): buttons.indices.contains(index) ? buttons[index] : nil
    case .gesture(let gesture): gestures?[gesture]
    }
  }
}
