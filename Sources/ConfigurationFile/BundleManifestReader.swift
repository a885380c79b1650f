import Bundles

extension BundleManifest {
  /// The largest `bundle.toml` to read, in bytes.
  private static let sizeLimit = 64 << 10

  /// Reads `bundle.toml`.
  package init(toml bytes: [UInt8]) throws(BundleFault) {
    guard bytes.count <= Self.sizeLimit else {
      throw Self.fault("is larger than \(Self.sizeLimit >> 10) KiB")
    }
    let root: TOMLTable
    do throws(TOMLDocument.Fault) {
      root = try TOMLDocument(bytes).root
    } catch {
      throw Self.fault(error.position.map { "line \($0.line): \(error.message)" } ?? error.message)
    }
    let known = ["number", "made", "expires", "machines", "groups"]
    if let entry = root.entries.first(where: { !known.contains($0.key) }) {
      // An old kiosk must not ignore a condition of a newer one.
      throw Self.fault("there is no key '\(entry.key)': the keys are \(known.joined(separator: ", "))")
    }
    guard case .integer(let number)? = root["number"]?.value,
      let number = Int(exactly: number), Self.numbers.contains(number)
    else { throw Self.fault("number must be a whole number from 1 on") }
    self.init(
      number: number, made: try Self.day("made", in: root), expires: try Self.day("expires", in: root),
      machines: try Self.names("machines", in: root), groups: try Self.names("groups", in: root))
  }

  private static func fault(_ message: String) -> BundleFault {
    BundleFault(.manifest, message, at: fileName)
  }

  private static func day(_ key: String, in root: TOMLTable) throws(BundleFault) -> UTCDay? {
    guard let node = root[key] else { return nil }
    guard case .string(let text) = node.value, let day = UTCDay(text) else {
      throw fault("\(key) must be a day such as \"2027-01-31\"")
    }
    return day
  }

  private static func names(_ key: String, in root: TOMLTable) throws(BundleFault) -> [String] {
    guard let node = root[key] else { return [] }
    let wrong = fault("\(key) must be a list of names, such as [\"hall\"]")
    guard case .array(let nodes) = node.value, !nodes.isEmpty else { throw wrong }
    var names: [String] = []
    for node in nodes {
      guard case .string(let name) = node.value, BundlePath.isName(name) else { throw wrong }
      names.append(name)
    }
    return names
  }
}
