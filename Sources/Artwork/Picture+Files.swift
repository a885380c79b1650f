import Scene

extension Picture {
  /// Whether files are looked up and decoded for it, which may take long.
  var showsFiles: Bool {
    switch content {
    case .text, .shadow: false
    case .image(let source), .illustration(let source): source.isFile
    case .ground(let ground): ground.picture?.isFile ?? false
    case .face(let face): face.photograph != nil || face.icon?.isFile ?? false
    }
  }

  /// Whether there is something to read on it beside files.
  var hasWritingOnFiles: Bool {
    guard case .face = content else { return false }
    return showsFiles
  }
}

extension IconSource {
  fileprivate var isFile: Bool {
    switch self {
    case .path, .file, .named: true
    case .folder(let parts): parts.contains { $0.icon?.isFile ?? false }
    case .back, .nothing: false
    }
  }
}
