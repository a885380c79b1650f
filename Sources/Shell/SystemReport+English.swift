/// A heading and what stands below it.
struct PageSection: Hashable {
  let heading: String
  let text: String
}

extension SystemReport {
  /// How many configuration problems are listed; all of them are in the journal.
  private static let shownProblems = 12

  /// The page's title in English.
  var englishTitle: String { "Rotunda \(information.version)" }

  /// How to leave, in English.
  static let englishHint = "Tap to close"

  /// The page in English.
  var english: [PageSection] {
    var sections = [
      PageSection(heading: "Configuration", text: information.configurationPath ?? "No file was found.")
    ]
    if let compositor = information.compositor {
      sections.append(PageSection(heading: "Compositor", text: compositor))
    }
    if !information.protocols.isEmpty {
      // Only at the spaces may a line end.
      sections.append(
        PageSection(heading: "What it offers", text: information.protocols.joined(separator: "  ")))
    }
    sections.append(PageSection(heading: "Problems of the configuration", text: englishProblems))
    sections.append(PageSection(heading: "Latest errors", text: englishEntries))
    return sections
  }

  private var englishProblems: String {
    guard !problems.isEmpty else { return "None." }
    var lines = problems.prefix(Self.shownProblems).map(\.description)
    if problems.count > lines.count {
      lines.append("… and \(problems.count - lines.count) more, see the journal")
    }
    if showsEarlier { lines.append("Until they are mended, the last good configuration is shown.") }
    return lines.joined(separator: "\n")
  }

  private var englishEntries: String {
    guard !entries.isEmpty else { return "None since the launcher started." }
    return entries.map { "\(Self.englishAge($0.age)): \($0.message.english.line)" }.joined(separator: "\n")
  }

  private static func englishAge(_ seconds: Double) -> String {
    let minutes = Int(min(max(0, seconds), 1e9)) / 60
    switch minutes {
    case 0: return "Just now"
    case 1..<120: return "\(minutes) min ago"
    case 120..<2880: return "\(minutes / 60) h ago"
    default: return "\(minutes / 1440) days ago"
    }
  }
}
