/// Text as the screen reader speaks it: sentences of plain characters, up to a limit.
///
/// The names of tiles, pages and programs come from outside. Speech programs receive lines of a protocol.
/// Therefore the text has nothing that they could take for a command: no line breaks, no other control
/// characters, and no dot at the beginning.
struct SpokenText: Hashable {
  /// The spoken text.
  private(set) var text = ""
  private var count = 0

  /// The most characters of an utterance: a page that takes a quarter of an hour to hear. The rest is left
  /// out.
  static let longest = 12_000
  /// The characters that end a sentence, in the scripts that the launcher speaks.
  private static let ends: Set<Unicode.Scalar> = [".", "!", "?", "…", ":", ";", "。", "！", "？", "؟", "؛"]

  /// Creates a text from sentences, each with a pause after it.
  init(_ sentences: [String]) {
    for sentence in sentences { add(sentence) }
  }

  /// Whether the text has nothing to say.
  var isEmpty: Bool { text.isEmpty }

  private mutating func add(_ sentence: String) {
    var part = String.UnicodeScalarView()
    var hasGap = false
    for scalar in sentence.unicodeScalars {
      guard count < Self.longest else { break }
      switch Role(of: scalar) {
      case .nothing: continue
      case .gap: hasGap = !part.isEmpty
      case .said:
        if scalar == ".", text.isEmpty, part.isEmpty { continue }
        if hasGap { part.append(" ") }
        hasGap = false
        part.append(scalar)
        count += 1
      }
    }
    guard let last = part.last else { return }
    if !text.isEmpty { text += " " }
    text += String(part)
    if !Self.ends.contains(last) { text += "." }
  }

  /// The audible form of a character.
  private enum Role {
    case said, gap, nothing

    init(of scalar: Unicode.Scalar) {
      let properties = scalar.properties
      guard !properties.isWhitespace else {
        self = .gap
        return
      }
      switch properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: self = .gap
      // Format characters are inaudible. Joiners belong to letters.
      case .format: self = properties.isJoinControl ? .said : .nothing
      default: self = .said
      }
    }
  }
}
