import Testing

@testable import RotundaWaylandScanner

/// Errors that only a look at all files finds.
struct ProtocolSetTests {
  private func set(_ contents: String...) throws -> ProtocolSet {
    try ProtocolSet(
      contents.enumerated().map { number, content in
        let file = "\(number).xml"
        let text = "<protocol name='p\(number)'>\(content)</protocol>"
        return .init(file: file, description: try ProtocolParser.parse(text, file: file))
      })
  }

  @Test func interfacesOfOtherFilesAreKnown() throws {
    let protocols = try set(
      "<interface name='a' version='1'><request name='r'><arg name='x' type='object' interface='b'/></request></interface>",
      "<interface name='b' version='1'><request name='r'><arg name='x' type='object' interface='a'/></request></interface>"
    )
    #expect(protocols.indices == ["a": 0, "b": 1])
  }

  @Test(arguments: [
    (
      "<interface name='a' version='1'><event name='e'><arg name='x' type='object' interface='b'/></event></interface>",
      "'a.e' uses the unknown interface 'b'"
    ),
    (
      "<interface name='a' version='1'><event name='e'><arg name='x' type='uint' enum='b'/></event></interface>",
      "'a.e' uses the unknown enum 'b'"
    ),
    (
      "<interface name='a' version='1'><event name='e'><arg name='x' type='uint' enum='b.c'/></event></interface>",
      "'a.e' uses the unknown enum 'b.c'"
    ),
    (
      "<interface name='a' version='1'><event name='e'><arg name='x' type='new_id'/></event></interface>",
      "'a.e' makes an object without an interface"
    ),
    (
      "<interface name='a' version='1'><request name='r'><arg name='x' type='new_id'/></request></interface>",
      "'a.r' makes an object without an interface"
    ),
    (
      "<interface name='a' version='1'><request name='x_y'/><request name='xY'/></interface>",
      "the requests of 'a' 'x_y' and 'xY' have the same name in Swift"
    ),
    (
      "<interface name='a' version='1'><enum name='e'><entry name='x_y' value='1'/><entry name='x__y' value='2'/></enum></interface>",
      "the entries of 'a.e' 'x_y' and 'x__y' have the same name in Swift"
    ),
    (
      "<interface name='a_b' version='1'/><interface name='aB' version='1'/>",
      "'aB' and 'a_b' have the same name in Swift"
    ),
  ])
  func contradictionsAreRefused(content: String, message: String) {
    let error = #expect(throws: ScannerError.self) { _ = try set(content) }
    #expect(error?.message == message)
    #expect(error?.description == "0.xml: error: \(message)")
  }

  @Test func anInterfaceThatIsKnownAlreadyIsRefused() throws {
    let known = try set("<interface name='a' version='1'/>").sources
    let error = #expect(throws: ScannerError.self) { _ = try ProtocolSet(known, known: known) }
    #expect(error?.description == "0.xml: error: interface 'a' is described twice")
  }

  @Test func anInterfaceInTwoFilesIsRefused() {
    let interface = "<interface name='a' version='1'/>"
    let error = #expect(throws: ScannerError.self) { _ = try set(interface, interface) }
    #expect(error?.description == "1.xml: error: interface 'a' is described twice")
  }
}
