import Bundles
import FileSystem
import Glibc

/// The unpacked bundle that a configuration contains.
package struct BundleLayer: Sendable {
  /// The directory with the bundles of a machine.
  package static let directory = "/var/lib/rotunda-bundle"
  /// The variable with another directory, for any configuration file.
  package static let variable = "ROTUNDA_BUNDLES"
  /// The name of the link to the bundle in use.
  package static let link = "current"
  /// The name of the file with the outcome of an installation from a USB stick.
  package static let outcome = "outcome"
  /// The file extension of keys.
  package static let keyEnding = ".pem"
  /// The folder with themes in a part of a bundle.
  private static let themes = "themes"

  /// The folder of the unpacked bundle.
  package let folder: String
  private let files: SystemFiles
  /// The parts to read besides that for all machines; nil reads all.
  private let selection: [BundlePath.Part]?

  /// Creates a layer of an unpacked bundle.
  package init(_ folder: String, only part: BundlePath.Part? = nil, files: SystemFiles = SystemFiles()) {
    (self.folder, self.files) = (folder, files)
    selection = part.map { [$0] }
  }

  /// Returns the directory of the bundles that the environment names, or else that of this machine.
  package static func directory(in environment: [String: String]) -> String {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? directory
  }

  /// Returns the directory with the keys that may sign bundles.
  package static func keyDirectory(in environment: [String: String]) -> String {
    let configuration = environment["CONFIGURATION_DIRECTORY"].flatMap { $0.split(separator: ":").first }
    return "\(configuration.map(String.init) ?? "/etc/rotunda")/keys"
  }

  /// Returns the layer of the bundle in use; nil without one. The link is followed once: all paths then lead
  /// into the same bundle, even while another one takes its place.
  static func current(in directory: String, files: SystemFiles) -> BundleLayer? {
    guard let name = files.linkTarget(of: "\(directory)/\(link)"), Int(name) != nil else { return nil }
    return BundleLayer("\(directory)/\(name)", files: files)
  }

  /// The parts in the order in which they are read: for all machines, for groups by name, for one machine. A
  /// kiosk unpacks only its own parts.
  package var parts: [BundlePath.Part] {
    func names(_ kind: String) -> [String] {
      files.names(in: "\(folder)/\(kind)").filter(BundlePath.isName).sorted()
    }
    return [.all] + names(BundlePath.Part.groups).map { .group($0) }
      + names(BundlePath.Part.machines).map { .machine($0) }
  }

  private var folders: [String] {
    (selection.map { [.all] + $0.filter { $0 != .all } } ?? parts).map { "\(folder)/\($0.folder)" }
  }

  /// The configuration files, in the order in which they are read.
  package var texts: [String] {
    folders.flatMap { part in
      files.names(in: part).filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }.map { "\(part)/\($0)" }
    }
  }

  /// The directories of themes. Those of the machine come before those for all.
  var themeDirectories: [String] { folders.reversed().map { "\($0)/\(Self.themes)" } }
}
