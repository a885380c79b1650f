import Foundation

/// `WaylandScanner client|server OUTPUT-DIRECTORY FILE.xml …`: one Swift file for each protocol, under the
/// same name, and for the client the table of all interfaces.
@main
struct WaylandScannerCommand {
  /// The file with the table that both sides share.
  static let tableFile = "ProtocolTable.swift"

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
        file: "WaylandScanner", line: 0, message: "usage: WaylandScanner client|server DIRECTORY FILE.xml …")
    }
    let directory = URL(filePath: arguments[1], directoryHint: .isDirectory)
    let protocols = try read(arguments.dropFirst(2))
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

  private static func read(_ paths: ArraySlice<String>) throws -> ProtocolSet {
    let sources = try paths.map { path in
      let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
      return ProtocolSet.Source(
        file: (path as NSString).lastPathComponent,
        description: try ProtocolParser.parse(text, file: path))
    }
    return try ProtocolSet(sources)
  }

  private static func write(_ text: String, to url: URL) throws {
    try Data(text.utf8).write(to: url, options: .atomic)
  }
}
