import Scene

/// The pictures that writing is put together from.
///
/// Digits are pictures of their own, so that figures may change in every frame while nothing new has to be drawn.
struct LabelStore: Hashable {
  private var sizes: [Picture: PixelSize] = [:]
  private var requested: Set<Picture> = []
  private var wanted: [Picture] = []

  /// Pictures that are kept; beyond, all are made anew. Names of gestures hold numbers, but those are digits here.
  private static let most = 1000
  /// They are drawn before anything else.
  private static let order = -1

  mutating func removeAll() {
    sizes.removeAll()
    requested.removeAll()
  }

  /// What a picture measures; nil until it has been drawn, which is asked for.
  mutating func size(of picture: Picture) -> PixelSize? {
    if let size = sizes[picture] { return size }
    if !requested.contains(picture) { wanted.append(picture) }
    return nil
  }

  /// Takes a measure; whether it was asked for.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    guard requested.contains(picture), sizes[picture] != size else { return false }
    sizes[picture] = size
    return true
  }

  /// Asks for what the frame lacked.
  mutating func request(into effects: inout [ShellEffect]) {
    if requested.count > Self.most { removeAll() }
    for picture in wanted where requested.insert(picture).inserted {
      effects.append(.draw(picture, order: Self.order))
    }
    wanted.removeAll(keepingCapacity: true)
  }

  /// A text in the pieces that are drawn: digits and signs by themselves, the words between them whole, and blanks. A text
  /// whose words run from right to left is one piece: how its parts follow each other is not for us to say.
  static func pieces(of text: String) -> [String] {
    guard !text.unicodeScalars.contains(where: isRightToLeft) else { return [text] }
    var pieces: [String] = []
    var word = ""
    for character in text {
      guard character.isNumber || " −+".contains(character) else {
        word.append(character)
        continue
      }
      if !word.isEmpty { pieces.append(word) }
      word = ""
      pieces.append(String(character))
    }
    return word.isEmpty ? pieces : pieces + [word]
  }

  /// Whether it is a letter of Hebrew, Arabic, or another script that runs that way.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
