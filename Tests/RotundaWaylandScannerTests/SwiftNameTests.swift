import Testing

@testable import RotundaWaylandScanner

struct SwiftNameTests {
  @Test(arguments: [
    ("wl_touch", "WlTouch"), ("zwlr_layer_shell_v1", "ZwlrLayerShellV1"), ("error", "Error"),
    ("event", "Event_"), ("type", "Type_"), ("90", "_90"), ("a__b", "AB"),
  ])
  func typesAreFound(name: String, expected: String) { #expect(SwiftName.type(name) == expected) }

  @Test(arguments: [
    ("get_touch", "getTouch"), ("flipped_90", "flipped90"), ("90", "_90"), ("default", "`default`"),
    ("repeat", "`repeat`"), ("init", "init_"), ("self", "self_"), ("Mixed_Case", "mixedCase"),
  ])
  func membersAreFound(name: String, expected: String) { #expect(SwiftName.member(name) == expected) }

  @Test func methodsDoNotHideTheBaseClass() {
    #expect(SwiftName.method("version") == "version_")
    #expect(SwiftName.method("destroy") == "destroy")
    #expect(SwiftName.method("repeat") == "`repeat`")
  }

  @Test func labelsNeedNoBackquotesButOne() {
    #expect(SwiftName.label("class") == "class")
    #expect(SwiftName.label("inout") == "`inout`")
  }
}
