import CWayland
import Testing

@testable import Wayland

struct InterfaceTableTests {
  private var all: [ProtocolInterface] {
    (0..<InterfaceTable.shared.count).map { ProtocolInterface(index: $0) }
  }

  @Test func everyTypeInAMessageLiesInTheOneBlock() {
    let table = InterfaceTable.shared
    let block = UnsafePointer(table.base)..<UnsafePointer(table.base + table.count)
    for interface in all.map(\.pointer.pointee) {
      let requests = (0..<Int(interface.method_count)).map { interface.methods[$0] }
      let events = (0..<Int(interface.event_count)).map { interface.events[$0] }
      for message in requests + events {
        let letters = String(cString: message.signature).filter(\.isLetter)
        for (place, letter) in letters.enumerated() {
          guard let type = message.types[place] else { continue }
          #expect(letter == "o" || letter == "n")
          #expect(block.contains(type), "\(String(cString: message.name))")
        }
      }
    }
  }

  /// `wl_surface.enter` names `wl_output`, `wl_pointer.enter` names `wl_surface`, and so in a circle.
  @Test func circlesOfInterfacesAreClosed() throws {
    let shell = ProtocolInterface.xdgSurface.pointer.pointee
    let popup = try #require(
      (0..<Int(shell.method_count)).map { shell.methods[$0] }.first {
        String(cString: $0.name) == "get_popup"
      })
    #expect(popup.types[0] == ProtocolInterface.xdgPopup.pointer)
    #expect(popup.types[1] == ProtocolInterface.xdgSurface.pointer)
    #expect(popup.types[2] == ProtocolInterface.xdgPositioner.pointer)
  }

  @Test func namesVersionsAndSignaturesAreAsInTheFiles() {
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(ProtocolInterface.wlTouch.name == "wl_touch")
    #expect(ProtocolInterface.wlTouch.maximumVersion == 8)
    let surface = ProtocolInterface.wlSurface.pointer.pointee
    #expect(String(cString: surface.methods[1].name) == "attach")
    #expect(String(cString: surface.methods[1].signature) == "?oii")
    let registry = ProtocolInterface.wlRegistry.pointer.pointee
    #expect(String(cString: registry.methods[0].signature) == "usun")
  }
}
