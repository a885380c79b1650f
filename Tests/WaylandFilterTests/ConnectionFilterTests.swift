import Testing

@testable import WaylandFilter

struct ConnectionFilterTests {
  /// Globals that programs of tiles must not use. The wlroots compositors of Debian 12 and 13 and KWin offer
  /// these.
  private static let hidden = [
    "zwlr_screencopy_manager_v1", "zwlr_export_dmabuf_manager_v1", "ext_image_copy_capture_manager_v1",
    "zwp_virtual_keyboard_manager_v1", "zwlr_virtual_pointer_manager_v1", "zwlr_layer_shell_v1",
    "zwlr_input_inhibit_manager_v1", "zwlr_foreign_toplevel_manager_v1", "ext_foreign_toplevel_list_v1",
    "zwlr_output_manager_v1", "zwlr_output_power_manager_v1", "zwlr_data_control_manager_v1",
    "ext_data_control_manager_v1", "zwlr_gamma_control_manager_v1", "zwp_input_method_manager_v2",
    "zwp_input_method_v1", "zwp_keyboard_shortcuts_inhibit_manager_v1", "ext_session_lock_manager_v1",
    "wp_security_context_manager_v1", "wp_drm_lease_device_v1", "ext_idle_notifier_v1", "org_kde_kwin_idle",
    "org_kde_kwin_fake_input", "org_kde_plasma_window_management", "zwp_fullscreen_shell_v1",
    "zwp_xwayland_keyboard_grab_manager_v1", "weston_screenshooter", "weston_capture_v1", "wl_fixes",
    "xwayland_shell_v1", "zwp_linux_dmabuf_v9",
  ]

  @Test(arguments: hidden) func hiddenGlobalsAreNotAnnounced(interface: String) throws {
    var conversation = Conversation()
    _ = try conversation.request(Wire.getRegistry(2))
    let seat = Wire.global(2, 8, "wl_seat")
    #expect(try conversation.event(Wire.global(2, 7, interface), seat) == seat)
    #expect(try conversation.event(Wire.removal(2, 7)) == [])
    #expect(throws: ConnectionFilter.Fault.hidden(7)) {
      try conversation.request(Wire.bind(2, 7, interface))
    }
  }

  @Test(arguments: AllowedGlobals.interfaces.sorted())
  func announcedGlobalsCanBeBound(interface: String) throws {
    var conversation = Conversation()
    _ = try conversation.request(Wire.getRegistry(2))
    let global = Wire.global(2, 7, interface)
    #expect(try conversation.event(global) == global)
    let bind = Wire.bind(2, 7, interface)
    #expect(try conversation.request(bind) == bind)
  }

  /// Programs can report their text fields. Only the launcher can type into other programs or cover them.
  @Test func programsReportFieldsButCannotType() {
    #expect(AllowedGlobals.interfaces.contains("zwp_text_input_manager_v3"))
    for interface in [
      "zwp_input_method_manager_v2", "zwp_virtual_keyboard_manager_v1", "zwlr_layer_shell_v1",
    ] { #expect(!AllowedGlobals.interfaces.contains(interface)) }
  }

  /// libwayland before 1.23 does not compare the interface with the global's: only the name counts.
  @Test func hiddenGlobalIsNotBoundByAnotherInterface() throws {
    var conversation = Conversation()
    _ = try conversation.request(Wire.getRegistry(2))
    _ = try conversation.event(Wire.global(2, 7, "zwlr_screencopy_manager_v1"))
    #expect(throws: ConnectionFilter.Fault.hidden(7)) {
      try conversation.request(Wire.bind(2, 7, "wl_seat"))
    }
  }

  @Test func unannouncedNameIsNotBound() throws {
    var conversation = Conversation()
    _ = try conversation.request(Wire.getRegistry(2))
    #expect(throws: ConnectionFilter.Fault.hidden(1)) { try conversation.request(Wire.bind(2, 1, "wl_shm")) }
  }

  @Test func everyRegistryIsFiltered() throws {
    for registry: UInt32 in [2, 40, 0xFEFF_FFFF] {
      var conversation = Conversation()
      _ = try conversation.request(Wire.getRegistry(3))
      _ = try conversation.request(Wire.getRegistry(registry))
      #expect(try conversation.event(Wire.global(registry, 7, "zwlr_layer_shell_v1")) == [])
      #expect(throws: ConnectionFilter.Fault.hidden(7)) {
        try conversation.request(Wire.bind(registry, 7, "zwlr_layer_shell_v1"))
      }
    }
  }

  @Test func reusedNameOfAHiddenGlobalIsHidden() throws {
    var conversation = Conversation()
    _ = try conversation.request(Wire.getRegistry(2))
    _ = try conversation.event(Wire.global(2, 7, "wl_output"), Wire.removal(2, 7))
    _ = try conversation.event(Wire.global(2, 7, "zwlr_screencopy_manager_v1"))
    #expect(throws: ConnectionFilter.Fault.hidden(7)) {
      try conversation.request(Wire.bind(2, 7, "wl_output"))
    }
  }

  /// A program may not yet have read that a screen is unplugged. The compositor handles that.
  @Test func removedGlobalCanBeBoundForAWhile() throws {
    var conversation = Conversation()
    _ = try conversation.request(Wire.getRegistry(2))
    let removal = Wire.removal(2, 7)
    #expect(
      try conversation.event(Wire.global(2, 7, "wl_output"), removal) == Wire.global(2, 7, "wl_output")
        + removal)
    #expect(try conversation.request(Wire.bind(2, 7, "wl_output")) == Wire.bind(2, 7, "wl_output"))
    for name in 100..<UInt32(100 + ConnectionFilter.mostRemoved) {
      _ = try conversation.event(Wire.global(2, name, "wl_output"), Wire.removal(2, name))
    }
    #expect(throws: ConnectionFilter.Fault.hidden(7)) {
      try conversation.request(Wire.bind(2, 7, "wl_output"))
    }
  }

  /// The same opcodes of other objects, and messages of unknown objects.
  @Test func otherObjectsMessagesPass() throws {
    var conversation = Conversation()
    _ = try conversation.request(Wire.getRegistry(2))
    for message in [
      Wire.message(3, 0, Wire.words(7)), Wire.message(3, 1), Wire.message(1, 0, Wire.words(5)),
      Wire.message(2, 5, Wire.words(1)), Wire.message(0xFF00_0001, 0, Wire.text("zwlr_layer_shell_v1")),
    ] {
      #expect(try conversation.request(message) == message)
      #expect(try conversation.event(message) == message)
    }
  }

  /// Messages that the filter must understand but cannot parse.
  @Test(
    arguments: [
      (Wire.message(1, 1), .malformed), (Wire.message(1, 1, Wire.words(2, 3)), .malformed),
      (Wire.message(2, 0), .malformed), (Wire.words(1, 4 << 16), .size(4)), (Wire.words(1, 0), .size(0)),
      (Wire.words(1, 10 << 16), .size(10)),
    ] as [([UInt8], ConnectionFilter.Fault)])
  func malformedRequestEndsTheConnection(bytes: [UInt8], fault: ConnectionFilter.Fault) throws {
    var conversation = Conversation()
    _ = try conversation.request(Wire.getRegistry(2))
    #expect(throws: fault) { try conversation.request(bytes) }
  }

  /// Texts without a terminator, with an inner one, longer than their message, or missing. The list of hidden
  /// names cannot contain them.
  @Test(arguments: [
    Wire.words(7, 0, 1), Wire.words(7, 8, 0x736C_7277, 0x6561_7473, 1),
    Wire.words(7, 400) + Array("wl_seat\0".utf8), Wire.words(7, .max), Wire.words(7),
    Wire.words(7, 8) + Array("wl_s\0at\0".utf8),
    Wire.words(7) + Wire.text(String(repeating: "w", count: 200)),
  ]) func aGlobalWithoutAReadableNameIsHidden(body: [UInt8]) throws {
    var conversation = Conversation()
    _ = try conversation.request(Wire.getRegistry(2))
    #expect(try conversation.event(Wire.message(2, 0, body)) == [])
    #expect(throws: ConnectionFilter.Fault.hidden(7)) { try conversation.request(Wire.bind(2, 7, "wl_seat")) }
  }

  @Test func registriesAndGlobalsAreBounded() throws {
    var conversation = Conversation()
    #expect(throws: ConnectionFilter.Fault.registries) {
      for id in 2... { _ = try conversation.request(Wire.getRegistry(UInt32(id))) }
    }
    conversation = Conversation()
    _ = try conversation.request(Wire.getRegistry(2))
    #expect(throws: ConnectionFilter.Fault.globals) {
      for name in 1... { _ = try conversation.event(Wire.global(2, UInt32(name), "wl_output")) }
    }
    #expect(conversation.kept <= ConnectionFilter.mostKept)
  }

  /// The format of `wl_display.error`: the object, a code, and a text.
  @Test func programReceivesTheReasonForTheEnd() {
    var conversation = Conversation()
    let text = "the global 7 is not for programs of tiles"
    #expect(conversation.end(.hidden(7)) == Wire.message(1, 0, Wire.words(1, 0) + Wire.text(text)))
  }
}
