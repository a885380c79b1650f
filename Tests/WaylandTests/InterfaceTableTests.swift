import CRotundaWayland
import Testing

@testable import Wayland

struct InterfaceTableTests {
  /// A table in another module refers to itself and to this module's interfaces.
  @Test func aTableRefersToItselfAndToOthers() throws {
    let table = InterfaceTable {
      $0.interface("fx_maker", version: 3)
      $0.request("make", "no", [.own(1), .other(.wlSurface)])
      $0.event("made", "un", [nil, .own(1)])
      $0.interface("fx_thing", version: 2)
    }
    #expect(table.count == 2)
    #expect((table[0].name, table[0].maximumVersion) == ("fx_maker", 3))
    let maker = table[0].pointer.pointee
    #expect((maker.method_count, maker.event_count) == (1, 1))
    #expect(maker.methods[0].types[0] == table[1].pointer)
    #expect(maker.methods[0].types[1] == ProtocolInterface.wlSurface.pointer)
    #expect(maker.events[0].types[0] == nil)
    #expect(maker.events[0].types[1] == table[1].pointer)
    #expect(table[1].pointer.pointee.method_count == 0)
  }

  /// `wl_surface.enter` names `wl_output`, `wl_pointer.enter` names `wl_surface`: the references form cycles.
  @Test func cyclicInterfacesAreLinked() throws {
    let shell = ProtocolInterface.xdgSurface.pointer.pointee
    let popup = try #require(
      (0..<Int(shell.method_count)).map { shell.methods[$0] }.first {
        String(cString: $0.name) == "get_popup"
      })
    #expect(popup.types[0] == ProtocolInterface.xdgPopup.pointer)
    #expect(popup.types[1] == ProtocolInterface.xdgSurface.pointer)
    #expect(popup.types[2] == ProtocolInterface.xdgPositioner.pointer)
  }

  @Test func namesVersionsAndSignaturesMatchTheFiles() {
    #expect(ProtocolInterface.wlTouch.name == "wl_touch")
    #expect(ProtocolInterface.wlTouch.maximumVersion == 8)
    let surface = ProtocolInterface.wlSurface.pointer.pointee
    #expect(String(cString: surface.methods[1].name) == "attach")
    #expect(String(cString: surface.methods[1].signature) == "?oii")
    let registry = ProtocolInterface.wlRegistry.pointer.pointee
    #expect(String(cString: registry.methods[0].signature) == "usun")
  }
}
