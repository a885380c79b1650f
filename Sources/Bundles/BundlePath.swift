/// The path of a file in a bundle, after checks that it stays inside and is in one of the three parts.
package struct BundlePath: Hashable, Sendable {
  /// The part of a bundle that a file belongs to.
  package enum Part: Hashable, Sendable {
    case all
    case group(String)
    case machine(String)

    /// Its folder.
    package var folder: String {
      switch self {
      case .all: "all"
      case .group(let name): "\(Part.groups)/\(name)"
      case .machine(let name): "\(Part.machines)/\(name)"
      }
    }

    package static let (groups, machines) = ("groups", "machines")

    package func isFor(_ kiosk: BundleRecipient) -> Bool {
      switch self {
      case .all: true
      case .group(let name): kiosk.groups.contains(name)
      case .machine(let name): name == kiosk.machine
      }
    }
  }

  /// The deepest nesting of folders, and the longest path and name in bytes.
  package static let (depthLimit, pathLimit, nameLimit) = (12, 512, 64)

  package let text: String
  /// Nil for the manifest.
  package let part: Part?

  /// Checks a path. Throws the rule that it breaks.
  package init(_ text: String) throws(BundleFault) {
    if let objection = Self.objection(to: text) {
      throw BundleFault(.forbidden, objection, at: Self.shown(text))
    }
    let steps = text.split(separator: "/")
    self.text = text
    if steps == [Substring(BundleManifest.fileName)] {
      part = nil
    } else if steps.count > 1, steps[0] == "all" {
      part = .all
    } else if steps.count > 2, let part = Self.part(steps[0], String(steps[1])) {
      self.part = part
    } else {
      throw BundleFault(
        .forbidden, "is neither \(BundleManifest.fileName) nor in all/, groups/NAME/ or machines/NAME/",
        at: Self.shown(text))
    }
  }

  private static func part(_ folder: Substring, _ name: String) -> Part? {
    guard isName(name) else { return nil }
    switch folder {
    case Substring(Part.groups): return .group(name)
    case Substring(Part.machines): return .machine(name)
    default: return nil
    }
  }

  /// Reports whether a text can be the name of a group or a machine.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= nameLimit && !text.hasPrefix(".") && !text.hasPrefix("-")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  private static func objection(to text: String) -> String? {
    guard text.utf8.count <= pathLimit else { return "has a path of more than \(pathLimit) bytes" }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 && $0 != "\\" && $0 != ":" })
    else { return "has a character in its name that files of bundles cannot have" }
    // Bytes, as the kernel reads them: a combining mark makes one character of a slash or a dot and itself.
    let steps = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard steps.allSatisfy({ !$0.isEmpty && $0.first != UInt8(ascii: ".") }) else {
      return "leads out of the bundle, or is hidden"
    }
    guard steps.count == text.split(separator: "/").count else {
      return "has a character in its name that files of bundles cannot have"
    }
    return steps.count <= depthLimit ? nil : "lies more than \(depthLimit) folders deep"
  }

  /// Returns the start of a path without control characters.
  package static func shown(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(80).map { $0.value < 32 || $0.value == 127 ? "?" : $0 }))
  }
}

/// Collects the paths of a bundle's files, as long as they obey the rules together.
package struct BundleFileList: Sendable {
  /// The largest number of files, and the largest total and single size of their contents, in bytes.
  package static let (fileLimit, sizeLimit, singleLimit) = (5000, 256 << 20, 64 << 20)

  package private(set) var paths: [BundlePath] = []
  private var (names, folders): (Set<String>, Set<String>) = ([], [])
  private var size: UInt64 = 0

  package init() {}

  /// Adds a file of a size in bytes, and returns its path.
  @discardableResult
  package mutating func add(_ text: String, size: UInt64) throws(BundleFault) -> BundlePath {
    let path = try BundlePath(text)
    // Some file systems ignore case.
    let name = text.lowercased()
    guard names.insert(name).inserted else { throw BundleFault(.forbidden, "appears twice", at: text) }
    guard paths.count < Self.fileLimit else {
      throw BundleFault(.forbidden, "has more than \(Self.fileLimit) files")
    }
    guard size <= UInt64(Self.singleLimit) else {
      throw BundleFault(.forbidden, "is larger than \(Self.singleLimit >> 20) MiB", at: text)
    }
    self.size += size
    guard self.size <= UInt64(Self.sizeLimit) else {
      throw BundleFault(.forbidden, "has more than \(Self.sizeLimit >> 20) MiB when it is unpacked")
    }
    let bytes = name.utf8
    for end in bytes.indices where bytes[end] == UInt8(ascii: "/") { folders.insert(String(name[..<end])) }
    paths.append(path)
    return path
  }

  /// Checks the files together.
  package func finish() throws(BundleFault) {
    if let path = names.first(where: folders.contains) {
      throw BundleFault(.forbidden, "is a file and a folder", at: path)
    }
    guard paths.contains(where: { $0.part == nil }) else {
      throw BundleFault(.manifest, "has no \(BundleManifest.fileName) in its uppermost folder")
    }
  }
}
