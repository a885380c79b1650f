import Configuration
import RotundaGeometry
import Scene

/// A screen and its theme, as far as what is drawn on tiles depends on them.
struct ScreenMeasure: Hashable {
  let theme: Theme
  let metrics: Metrics
  let scale: Double
  let target: Double
}

/// With what, where and in which light a shelf is drawn.
struct ShelfLook {
  /// Colours and fonts.
  let theme: Theme
  /// The measures of the screen.
  let metrics: Metrics
  /// Pixels to a point.
  let scale: Double
  /// Where its middle is, in points from the screen's.
  var center = Point.zero
  /// What is seen of its tiles at most, in points from the screen's middle; nil is all.
  var clip: Rectangle?
  /// How much larger it is seen, about the screen's middle.
  var zoom = 1.0
  /// 0 to 1.
  var opacity = 1.0
  /// Whether what is behind it is bright.
  var isBright = false
  /// How far it is from being the shelf in the middle, 0 to 1.
  var distance = 0.0
  /// The least extent of what a finger has to hit, in points.
  var target = 0.0
  /// The controls of the tile in the middle that a finger presses and that keys have chosen.
  var pressedControl: ControlPlace?
  var focusedControl: TileControl?
  /// The toggles that are on.
  var switchedOn: Set<String> = []
  /// Whether the whole screen will be mirrored: numbers are read from left to right all the same.
  var isMirrored = false
  /// The values of controls.
  var values = ControlValues()
  /// What tiles show of their programs, by their identifiers.
  var marks: [String: TileMark] = [:]
  /// The tile that gives way below a finger, and the time for which that is asked.
  var press: PressMotion?
  var pressTime = 0.0
  /// Whether its name is written above it.
  var showsTitle = true
  /// The only tile in the light, while a program is being opened.
  var onlyLitTile: Int?
  /// How far the others are from the light then, 0 to 1.
  var covering = 1.0
  /// What is asked for comes after all that has a lower order.
  var order = 0

  /// All that sizes on a tile follow from beside the tile's own.
  var screen: ScreenMeasure { ScreenMeasure(theme: theme, metrics: metrics, scale: scale, target: target) }

  /// A card with that picture; the bare card while its pixels are not there.
  func fill(_ picture: Picture) -> Sprite.Fill { .picture(picture, placeholder: theme.card) }

  /// The same while a folder opens or closes.
  func seen(_ change: LevelChange.Look) -> ShelfLook {
    var look = self
    look.zoom = change.zoom
    look.opacity = change.opacity
    return look
  }
}
