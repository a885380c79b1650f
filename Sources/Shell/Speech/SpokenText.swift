/// Text as it is said: sentences of plain characters, up to a bound.
///
/// What tiles, pages and programs are called comes from outside. Whatever speaks is told lines of a protocol,
/// and gets nothing that could be taken for one: no line breaks and no other control characters, and no dot
/// at the beginning.
struct SpokenText: Hashable {
  /// What is said.
  private(set) var text = ""
  private var count = 0

  /// The most characters of an utterance: a page that takes a quarter of an hour to hear. The rest is left
  /// out.
  static let longest = 12_000
  /// Behind these a sentence has ended; of the scripts that the launcher speaks.
  private static let ends: Set<Unicode.Scalar> = [".", "!", "?", "…", ":", ";", "。", "！", "？", "؟", "؛"]

  /// Sentences, each with a pause behind it.
  init(_ sentences: [String]) {
    for sentence in sentences { add(sentence) }
  }

  /// Whether there is nothing to be said.
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

  /// What a listener hears for a character.
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
      // What says how others are written is not heard; joiners belong to letters.
      case .format: self = properties.isJoinControl ? .said : .nothing
      default: self = .said
      }
    }
  }
}
