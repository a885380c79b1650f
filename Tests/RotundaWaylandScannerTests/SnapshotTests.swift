import Foundation
import Testing

@testable import RotundaWaylandScanner

/// The exact output for a small protocol that uses every feature. The names in it are
/// awkward on purpose. After an intended change, run the scanner on `fixture.xml` and read the difference.
struct SnapshotTests {
  private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Snapshots")

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Self.directory.appending(path: name), encoding: .utf8)
  }

  private func fixture() throws -> ProtocolSet {
    let description = try ProtocolParser.parse(try text("fixture.xml"), file: "fixture.xml")
    return try ProtocolSet([.init(file: "fixture.xml", description: description)])
  }

  @Test func theClientsSideIsAsRecorded() throws {
    let protocols = try fixture()
    #expect(ClientEmitter(protocols: protocols).emit(protocols.sources[0]) == (try text("client.txt")))
  }

  /// The protocol of another package, which refers to interfaces of the module `Wayland`.
  @Test func anotherModulesSideIsAsRecorded() throws {
    func source(_ file: String) throws -> ProtocolSet.Source {
      .init(file: file, description: try ProtocolParser.parse(try text(file), file: file))
    }
    let protocols = try ProtocolSet([try source("outside.xml")], known: [try source("fixture.xml")])
    #expect(
      ClientEmitter(protocols: protocols).emit(protocols.sources[0]) == (try text("outside-client.txt")))
    #expect(TableEmitter(protocols: protocols).emit() == (try text("outside-table.txt")))
  }

  @Test func theServersSideIsAsRecorded() throws {
    let protocols = try fixture()
    #expect(ServerEmitter(protocols: protocols).emit(protocols.sources[0]) == (try text("server.txt")))
  }

  @Test func theTableIsAsRecorded() throws {
    #expect(TableEmitter(protocols: try fixture()).emit() == (try text("table.txt")))
  }
}
