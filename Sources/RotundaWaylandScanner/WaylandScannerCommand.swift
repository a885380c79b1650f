import Foundation

/// `RotundaWaylandScanner client|server OUTPUT-DIRECTORY FILE.xml … [--known FILE.xml …]` writes one Swift
/// file with the same name for each protocol, and for the client the table of their interfaces.
///
/// The files may refer to known protocols, whose code is in the module `Wayland`.
@main
private struct WaylandScannerCommand {
  /// The file with the table of interfaces, which both sides share.
  private static let tableFile = "ProtocolTable.swift"

  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    guard arguments.count >= 3, ["client", "server"].contains(arguments[0]) else {
      throw ScannerError(
        file: "RotundaWaylandScanner", line: 0,
        message: "usage: RotundaWaylandScanner client|server DIRECTORY FILE.xml … [--known FILE.xml …]")
    }
    let directory = URL(filePath: arguments[1], directoryHint: .isDirectory)
    let files = arguments.dropFirst(2).split(
      separator: "--known", maxSplits: 1, omittingEmptySubsequences: false)
    let protocols = try ProtocolSet(
      try files[0].map(read), known: files.count > 1 ? try files[1].map(read) : [])
    for source in protocols.sources {
      let name = (source.file as NSString).deletingPathExtension + ".swift"
      let text =
        arguments[0] == "client"
        ? ClientEmitter(protocols: protocols).emit(source) : ServerEmitter(protocols: protocols).emit(source)
      try write(text, to: directory.appending(path: name))
    }
    if arguments[0] == "client" {
      try write(TableEmitter(protocols: protocols).emit(), to: directory.appending(path: tableFile))
    }
  }

  private static func read(_ path: String) throws -> ProtocolSet.Source {
    let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    return ProtocolSet.Source(
      file: (path as NSString).lastPathComponent, description: try ProtocolParser.parse(text, file: path))
  }

  private static func write(_ text: String, to url: URL) throws {
    try Data(text.utf8).write(to: url, options: .atomic)
  }
}
