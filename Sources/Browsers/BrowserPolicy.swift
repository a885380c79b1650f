import JSONFormat

/// The place where a browser reads system-wide policies, and how a visit replaces them.
///
/// No browser has policies per profile. Bubblewrap gives a program its own view of the file system, in which
/// the visit's policies replace the machine's.
struct PolicyPlace: Hashable {
  /// The program of Debian's package bubblewrap.
  static let confiner = "bwrap"

  /// An existing directory: an ordinary user can hide one, but cannot create one outside their own.
  let directory: String
  /// The subdirectory with the policies; nil for the directory itself.
  let part: String?

  /// Returns words that start a program with `policies`, a directory, mounted at this place and over each of
  /// `readOnly`, and with replaced files.
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

/// An existing file, and the one that a visit sees instead.
struct FileReplacement: Hashable {
  /// The existing file's absolute path.
  let path: String
  /// The visit's file, relative to its directory.
  let file: String
}

extension Browser {
  /// The places where it may read policies, in order of precedence.
  var policyPlaces: [PolicyPlace] {
    switch self {
    case .chromium: [PolicyPlace(directory: "/etc/chromium", part: "policies")]
    case .firefox:
      // In Debian's package, the directory in /usr/lib is a link, over which Bubblewrap 0.11 mounts nothing.
      [PolicyPlace(directory: "/etc/firefox", part: "policies")]
        + ["/usr/share/firefox-esr", "/usr/lib/firefox-esr", "/usr/lib/firefox"].map {
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

  /// The value as JSON, with sorted keys.
  var json: String {
    switch self {
    case .truth(let truth): "\(truth)"
    case .number(let number): "\(number)"
    case .text(let text): JSON.quoted(text)
    case .list(let values): "[" + values.map(\.json).joined(separator: ", ") + "]"
    case .table(let entries):
      "{"
        + entries.sorted { $0.key < $1.key }.map { "\(JSON.quoted($0.key)): \($0.value.json)" }
        .joined(separator: ", ") + "}"
    }
  }
}
