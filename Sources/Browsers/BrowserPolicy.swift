/// Where a browser reads policies that count for everybody on the machine, and how a visit gets its own
/// there.
///
/// No browser has policies for a profile. Bubblewrap gives a program its own view of the file system: the
/// visit's policies stand where the machine's would.
struct PolicyPlace: Hashable {
  /// The program of Debian's package bubblewrap.
  static let confiner = "bwrap"

  /// A directory that is there already: an ordinary user can hide one, but make none outside their own.
  let directory: String
  /// The directory of the policies within it; nil when it is the directory itself.
  let part: String?

  /// Words that start a program with `policies`, a directory, in that place, the same in that of directories
  /// that cannot be written to, and files in the places of others.
  func words(
    before words: [String], policies: String, readOnly: [String], replacements: [FileReplacement]
  ) -> [String] {
    var confined = [Self.confiner, "--dev-bind", "/", "/"]
    if let part {
      confined += ["--tmpfs", directory, "--ro-bind", policies, "\(directory)/\(part)"]
    } else {
      confined += ["--ro-bind", policies, directory]
    }
    for place in readOnly { confined += ["--ro-bind", policies, place] }
    for replacement in replacements { confined += ["--ro-bind", replacement.file, replacement.path] }
    return confined + ["--die-with-parent", "--"] + words
  }
}

/// A file that is there already, and one that a visit sees in its place.
struct FileReplacement: Hashable {
  /// The one that is there, absolute.
  let path: String
  /// The visit's, within its directory.
  let file: String
}

extension Browser {
  /// Where it may read policies, the place that counts most first.
  var policyPlaces: [PolicyPlace] {
    switch self {
    case .chromium: [PolicyPlace(directory: "/etc/chromium", part: "policies")]
    case .firefox:
      [PolicyPlace(directory: "/etc/firefox", part: "policies")]
        + ["/usr/lib/firefox-esr", "/usr/lib/firefox"].map {
          PolicyPlace(directory: "\($0)/distribution", part: nil)
        }
    case .cog, .epiphany: []
    }
  }
}

/// A value of a browser's policy file.
indirect enum Policy {
  case truth(Bool)
  case number(Int)
  case text(String)
  case list([Policy])
  case table([String: Policy])

  /// As JSON, the keys in order.
  var json: String {
    switch self {
    case .truth(let truth): "\(truth)"
    case .number(let number): "\(number)"
    case .text(let text): Self.quoted(text)
    case .list(let values): "[" + values.map(\.json).joined(separator: ", ") + "]"
    case .table(let entries):
      "{"
        + entries.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)): \($0.value.json)" }
        .joined(separator: ", ") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 32:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
