import Configuration
import ConfigurationFile
import TemporaryFiles

/// Reads a text as the only configuration file of a machine whose home is the file's directory.
struct Reading {
  let directory: TemporaryDirectory
  let loaded: LoadedConfiguration

  init(_ bytes: some Sequence<UInt8>) throws {
    directory = try TemporaryDirectory()
    try directory.write("map.svg", "<svg/>")
    try directory.write(
      "data/applications/org.gnome.Chess.desktop",
      "[Desktop Entry]\nType=Application\nName=Chess\nExec=sh -c chess\n")
    try directory.write("data/applications/broken.desktop", "nonsense")
    let path = try directory.write("rotunda.toml", bytes)
    let loader = ConfigurationLoader(environment: [
      "HOME": directory.path, "PATH": "/usr/bin:/bin", "XDG_DATA_HOME": "\(directory.path)/data",
      "XDG_DATA_DIRS": "/nowhere",
    ])
    loaded = loader.load(path)
  }

  init(_ text: String) throws {
    try self.init(text.utf8)
  }

  var configuration: KioskConfiguration { loaded.configuration }

  /// The diagnostics without the directory in front of the file's name.
  var messages: [String] {
    loaded.diagnostics.map { diagnostic in
      diagnostic.description.replacing("\(directory.path)/", with: "")
    }
  }
}

extension CarouselField {
  /// A line that the key needs to have an effect; may be empty.
  var premise: String {
    switch condition {
    case .layouts(let layouts): "layout = \"\(layouts[0].rawValue)\""
    case .physics(let physics): "physics = \"\(physics.rawValue)\""
    case .ends: "wrap = false"
    case .horizontal: "orientation = \"horizontal\""
    case nil: ""
    }
  }
}
