import Bus
import Commands
import EventLoop
import Foundation
import MessageBus
import TestCompositor
import Testing

/// Remote control of the launcher over a message bus, with `rotunda ctl` and `busctl`.
@Suite(.serialized, .enabled(if: MessageBus.isInstalled, "needs dbus-daemon"))
struct ControlTests {
  // MARK: rotunda ctl

  @Test func statusSaysWhatTheLauncherIsDoing() throws {
    let stage = try ControlledKiosk()
    let object = try #require(try stage.ctl("status", "--json").object)
    #expect(object["screen"] as? String == "carousel" && object["tile"] as? String == "red")
    #expect(object["configuration"] as? String == stage.files.path("rotunda.toml"))
    #expect(object["version"] as? String == Help.versionNumber && object["nobody"] as? Bool == false)
    #expect((object["frames"] as? Int ?? 0) > 0 && object["problems"] as? Int == 0)
    #expect((object["uptime"] as? Int).map { (0..<600).contains($0) } == true)
    let plain = try stage.ctl("status")
    #expect(plain.status == 0 && plain.text.contains("screen: carousel\n") && plain.text.contains("app: \n"))
  }

  @Test func openStartsAProgramAndHomeLeavesIt() throws {
    let stage = try ControlledKiosk()
    let opened = try stage.ctl("open", "green", "--json")
    #expect(opened.status == 0 && opened.object?["ok"] as? Bool == true)
    _ = try stage.files.report(.green)
    #expect(try stage.status("app") as? String == "green")
    #expect(try stage.ctl("home").status == 0)
    try stage.awaitScreen("carousel")
    try stage.kiosk.awaitCentered(.red)
  }

  @Test func unknownTileIsRefusedWithAReason() throws {
    let stage = try ControlledKiosk()
    let (plain, json) = (try stage.ctl("open", "/bin/sh"), try stage.ctl("open", "no such", "--json"))
    #expect(
      plain.status == 1 && plain.text.isEmpty && plain.errors == "rotunda ctl: there is no such tile now\n")
    #expect(json.object?["ok"] as? Bool == false)
    #expect(json.object?["error"] as? String == "org.rotunda.Launcher1.Error.UnknownTile")
  }

  /// Words that are special to a shell, a terminal or a path only name an unknown tile or a message text.
  @Test func hostileWordsAreTreatedAsText() throws {
    let stage = try ControlledKiosk()
    let trap = stage.files.path("escaped")
    let words = [
      "$(touch \(trap)); touch \(trap)", "../../../bin/sh", "\u{1B}]0;x\u{07}%s",
    ]
    for word in words {
      let opened = try stage.call("Open", "s", word)
      #expect(opened.status != 0 && opened.errors.contains("no such tile"), "\(word): \(opened)")
    }
    for word in words where try stage.call("ShowMessage", "su", word, "1").status != 0 {
      Issue.record("\(word) is not a message")
    }
    #expect(try stage.status("app") as? String == "")
    #expect(!FileManager.default.fileExists(atPath: trap) && stage.kiosk.launcher.exit == nil)
  }

  @Test func reloadAppliesTheFileOrNamesItsMistake() throws {
    let stage = try ControlledKiosk()
    #expect(try stage.ctl("reload").status == 0)
    let path = stage.files.path("rotunda.toml")
    let good = try String(contentsOfFile: path, encoding: .utf8)
    let bad = good.replacing("[carousel]\n", with: "[carousel]\nlay-out = 3\n")
    let line = try #require(bad.split(separator: "\n").firstIndex(of: "lay-out = 3")) + 1
    try stage.files.write(bad, to: "rotunda.toml")
    let refused = try stage.ctl("reload")
    #expect(refused.status == 1 && refused.errors.contains("\(path):\(line):1: error: carousel.lay-out"))
    #expect((try stage.status("problems") as? Int ?? 0) > 0)
    #expect(try stage.ctl("open", "green").status == 0)
  }

  @Test func aMessageIsSeen() throws {
    let stage = try ControlledKiosk()
    #expect(
      try stage.ctl("message", "We close in ten minutes\nThe exit is behind you.", "--seconds", "0").status
        == 0)
    try stage.kiosk.awaitMessage()
    // The card moves in.
    try stage.kiosk.awaitRest()
    let card = try #require(try stage.kiosk.awaitMessage())
    stage.kiosk.tap(x: card.x, y: card.y)
    try stage.kiosk.awaitMessage(isShown: false)
    #expect(try stage.ctl("message", "  ").status == 1)
    #expect(try stage.ctl("message", "x", "--seconds", "-3").status == 64)
  }

  @Test func blankAndUnblank() throws {
    let stage = try ControlledKiosk()
    #expect(try stage.ctl("blank").status == 0)
    try stage.kiosk.compositor.waitForWindow("a dark screen") { window in
      window.pixels.map { pixels in pixels.color(x: 320, y: 240) == .init(red: 0, green: 0, blue: 0) }
        ?? false
    }
    #expect(try stage.status("screen") as? String == "dark")
    let refused = try stage.ctl("screenshot", "--output", stage.files.path("dark.png"))
    #expect(refused.status == 1 && !FileManager.default.fileExists(atPath: stage.files.path("dark.png")))
    #expect(try stage.ctl("unblank").status == 0)
    try stage.kiosk.awaitTile(.red)
  }

  @Test func aScreenshotShowsWhatTheScreenShows() throws {
    let stage = try ControlledKiosk()
    try stage.kiosk.awaitRest()
    let path = stage.files.path("shot.png")
    #expect(try stage.ctl("screenshot", "--output", path).status == 0)
    let piped = try stage.ctl("screenshot")
    #expect(piped.status == 0 && piped.output.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    #expect(piped.output == (try Data(contentsOf: URL(filePath: path))))
    let picture = stage.files.path("shot.rgba")
    let convert = try Outcome(
      "/usr/bin/convert", [path, "-depth", "8", "rgba:\(picture)"], environment: [:])
    try #require(convert.status == 0, "\(convert.errors)")
    let bytes = try Data(contentsOf: URL(filePath: picture))
    let seen = try #require(stage.kiosk.compositor.pixels)
    try #require(bytes.count == seen.width * seen.height * 4)
    for (x, y) in [(0, 0), (320, 240), (300, 200), (500, 240), (639, 479)] {
      let start = (y * seen.width + x) * 4
      let color = PixelSnapshot.Color(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
      #expect(color == seen.color(x: x, y: y), "\(x), \(y)")
    }
  }

  /// The contents of a PNG file, and of a picture of the test compositor's screen.
  private func expect(_ path: String, _ picture: PixelSnapshot, _ files: KioskFiles) throws {
    let raw = files.path("raw.bgra")
    let convert = try Outcome("/usr/bin/convert", [path, "-depth", "8", "bgra:\(raw)"], environment: [:])
    try #require(convert.status == 0, "\(convert.errors)")
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: raw)))
    try #require(bytes.count == picture.width * picture.height * 4)
    let shown = PixelSnapshot(width: picture.width, height: picture.height, bytes: bytes)
    #expect(shown.differingPixels(from: picture) == 0)
  }

  /// A picture that no launcher draws.
  private static let programs: PixelSnapshot = {
    var bytes: [UInt8] = []
    for place in 0..<640 * 480 {
      bytes.append(UInt8(place % 251))
      bytes.append(UInt8(place / 1600))
      bytes += [90, 255]
    }
    return PixelSnapshot(width: 640, height: 480, bytes: bytes)
  }()

  @Test func screenshotShowsProgramsIfTheCompositorCopies() throws {
    let stage = try ControlledKiosk(copiesScreen: true)
    try stage.kiosk.awaitRest()
    let path = stage.files.path("shot.png")
    let seen = try #require(stage.kiosk.compositor.pixels)
    let own = try stage.ctl("screenshot", "--output", path)
    #expect(own.status == 0 && own.errors == "rotunda ctl: the picture shows the whole screen\n")
    try expect(path, seen, stage.files)
    #expect(try stage.ctl("open", "green").status == 0)
    _ = try stage.files.report(.green)
    stage.kiosk.compositor.copying.pictures = [0: Self.programs]
    #expect(try stage.ctl("screenshot", "--output", path).status == 0)
    try expect(path, Self.programs, stage.files)
    // Without a copy, there is only the launcher's picture, which is not on the screen.
    for fault in [ScreenCopyOptions.Fault.refused, .protocolError, .neverReady] {
      stage.kiosk.compositor.copying.fault = fault
      let refused = try stage.ctl("screenshot")
      #expect(refused.status == 1 && refused.errors.contains("the compositor gives no copy"))
      #expect(refused.output.isEmpty)
    }
    #expect(try stage.ctl("home").status == 0)
    try stage.awaitScreen("carousel")
    let shown = try stage.ctl("screenshot", "--output", path)
    #expect(shown.status == 0 && shown.errors.contains("shows the launcher only"))
    #expect(stage.kiosk.launcher.exit == nil && stage.kiosk.compositor.violations.isEmpty)
  }

  @Test func watchWritesEachChangedPicture() throws {
    let stage = try ControlledKiosk(copiesScreen: true)
    let directory = stage.files.path("shots")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try Data("old".utf8).write(to: URL(filePath: directory + "/000041.png"))
    stage.kiosk.compositor.copying.pictures = [0: Self.programs]
    let watch = Process()
    let output = Pipe()
    watch.executableURL = URL(filePath: Kiosk.binary)
    watch.arguments = ["ctl", "watch", "--json", "--pictures", "1s", "--output", directory]
    watch.environment = stage.environment
    watch.standardOutput = output
    try watch.run()
    defer { watch.terminate() }
    var text = ""
    func awaitLine(_ line: String) throws {
      while !text.contains(line) {
        let heard = output.fileHandleForReading.availableData
        try #require(!heard.isEmpty, "\(line) is not in \(text)")
        text += String(decoding: heard, as: UTF8.self)
      }
    }
    try awaitLine(#"{"signal":"picture","file":"\#(directory)/000042.png","source":"screen"}"#)
    try expect(directory + "/000042.png", Self.programs, stage.files)
    // The same picture again is not kept.
    let before = stage.kiosk.compositor.copies
    try waitUntil("three more copies") { stage.kiosk.compositor.copies >= before + 3 }
    var bytes = Self.programs.bytes
    bytes[0] ^= 1
    let changed = PixelSnapshot(width: 640, height: 480, bytes: bytes)
    stage.kiosk.compositor.copying.pictures = [0: changed]
    try awaitLine(#"{"signal":"picture","file":"\#(directory)/000043.png","source":"screen"}"#)
    try expect(directory + "/000043.png", changed, stage.files)
    #expect(try stage.ctl("blank").status == 0)
    try awaitLine(#"{"signal":"no-picture","reason":"#)
    #expect(try stage.ctl("unblank").status == 0)
    stage.kiosk.compositor.copying.pictures = [0: Self.programs]
    try awaitLine("000044.png")
    watch.interrupt()
    watch.waitUntilExit()
    #expect(watch.terminationStatus == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    #expect(names.filter { $0.hasSuffix(".png") } == (41...44).map { "0000\($0).png" })
  }

  @Test func plainScreenOfAHungProgramRestartsIt() throws {
    let stage = try ControlledKiosk(
      copiesScreen: true, conduct: "health = \"moves\"\nhealth-after = \"5s\"\n")
    let black = Array(repeatElement([0, 0, 0, 255] as [UInt8], count: 640 * 480).joined())
    let plain = PixelSnapshot(width: 640, height: 480, bytes: black)
    stage.kiosk.compositor.copying.pictures = [0: plain]
    #expect(try stage.ctl("open", "green").status == 0)
    let first = try stage.files.report(.green)
    try stage.files.forgetReport(.green)
    try stage.kiosk.launcher.waitForOutput("“green” is not responding. Restarting it")
    stage.kiosk.compositor.copying.pictures = [0: Self.programs]
    #expect(try stage.files.report(.green).processID != first.processID)
    try stage.awaitScreen("program")
    // The program draws now, and a second look finds that.
    let copies = stage.kiosk.compositor.copies
    try waitUntil("another look") { stage.kiosk.compositor.copies > copies }
    try stage.files.forgetReport(.green)
    try stage.kiosk.awaitSleep()
    #expect(try wakeUps(of: stage.kiosk.launcher.processID, in: 7) == [:])
    #expect(!FileManager.default.fileExists(atPath: stage.files.reportPath(.green)))
  }

  @Test func watchEndsWithoutItsDirectory() throws {
    let stage = try ControlledKiosk()
    let gone = try stage.ctl("watch", "--pictures", "1s", "--output", stage.files.path("nowhere"))
    #expect(gone.status == 71 && gone.errors.contains("nowhere: No such file or directory"))
  }

  @Test func watchPrintsEvents() throws {
    let stage = try ControlledKiosk(configuration: "[idle]\nreturn-home-after = \"1s\"") {
      // Makes the launcher measure idleness itself.
      $0.offered[.orgKdeKwinIdle] = nil
    }
    let watch = Process()
    let output = Pipe()
    watch.executableURL = URL(filePath: Kiosk.binary)
    watch.arguments = ["ctl", "watch", "--json"]
    watch.environment = stage.environment
    watch.standardOutput = output
    try watch.run()
    defer { watch.terminate() }
    var text = ""
    let awaited = [
      #"{"signal":"opened","tile":"blue"}"#, #"{"signal":"closed","tile":"blue","reason":"Signal 11"#,
      #"{"signal":"error","text":"“blue” has stopped"#, #"{"signal":"idle","nobody":true}"#,
      #"{"signal":"idle","nobody":false}"#,
    ]
    // The watcher misses signals that are sent before it subscribes.
    try waitUntil("all signals to arrive") {
      _ = try stage.ctl("open", "blue")
      try stage.files.order("signal 11", to: .blue)
      var ready = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      while poll(&ready, 1, 1500) > 0 {
        let heard = output.fileHandleForReading.availableData
        guard !heard.isEmpty else { break }
        text += String(decoding: heard, as: UTF8.self)
      }
      stage.kiosk.tap(x: 5, y: 475)
      return awaited.allSatisfy { text.contains($0) }
    }
    watch.interrupt()
    watch.waitUntilExit()
    #expect(watch.terminationStatus == 0)
  }

  @Test func controlFailsWithoutALauncher() throws {
    let files = try KioskFiles()
    let bus = try MessageBus(files)
    for address in [bus.address, ControlledKiosk.nowhere(files)] {
      let environment = [
        "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": ControlledKiosk.nowhere(files),
      ]
      for verb in ["status", "home", "watch"] {
        let outcome = try Outcome(Kiosk.binary, ["ctl", verb, "--json"], environment: environment)
        #expect(outcome.status == 69 && outcome.object?["ok"] as? Bool == false, "\(outcome.text)")
      }
    }
  }

  @Test func screenshotWithoutAFileIsRefused() throws {
    let files = try KioskFiles()
    let words = ["ctl", "screenshot", "--output", files.path("nowhere/shot.png"), "--json"]
    let outcome = try Outcome(Kiosk.binary, words, environment: [:])
    #expect(outcome.status == 71, "\(outcome.errors)")
    #expect(outcome.object?["error"] as? String == "org.freedesktop.DBus.Error.IOError")
    #expect(outcome.errors.contains("shot.png: No such file or directory"))
  }

  @Test(arguments: [
    ["ctl"], ["ctl", "dance"], ["ctl", "open"], ["ctl", "open", "a", "b"], ["ctl", "home", "x"],
    ["ctl", "home", "--output", "x"], ["ctl", "status", "--bus", "omni"],
    ["ctl", "message", "x", "--seconds", "1.5"], ["ctl", "brightness"], ["ctl", "brightness", "101"],
  ])
  func invalidArgumentsAreNotSent(words: [String]) throws {
    #expect(try Outcome(Kiosk.binary, words, environment: [:]).status == 64)
  }

  @Test func helpNamesEveryVerb() throws {
    for words in [["ctl", "--help"], ["ctl", "open", "--help"]] {
      let outcome = try Outcome(Kiosk.binary, words, environment: [:])
      #expect(outcome.status == 0 && outcome.text.contains("Usage: rotunda ctl VERB"))
      for verb in [
        "status", "watch", "reload", "home", "open", "message", "blank", "unblank", "brightness", "lock",
        "screenshot",
      ] {
        #expect(outcome.text.contains("\n  \(verb) "))
      }
    }
  }

  // MARK: D-Bus itself

  @Test func objectSupportsIntrospection() throws {
    let stage = try ControlledKiosk()
    let seen = try stage.busctl("introspect", "org.rotunda.Launcher1", "/org/rotunda/Launcher1")
    #expect(seen.status == 0, "\(seen.errors)")
    for line in [
      ".Open method s -", ".ShowMessage method su -", ".Screenshot method h s",
      ".Screen property s \"carousel\"",
      ".Opened signal s -", ".Closed signal ss -", ".Idle signal b -", ".Error signal s -",
    ] {
      let words = line.split(separator: " ")
      let lines = seen.text.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
      #expect(lines.contains { $0.starts(with: words) }, "\(line) in \(seen.text)")
    }
  }

  @Test func invalidCallsGetNamedErrors() throws {
    let stage = try ControlledKiosk()
    let object = ["org.rotunda.Launcher1", "/org/rotunda/Launcher1"]
    let cases: [([String], String)] = [
      (["org.rotunda.Launcher1", "Reboot"], "there is no method Reboot"),
      (["org.rotunda.Launcher1", "Open"], "Open takes 's'"),
      (["org.rotunda.Launcher1", "Open", "u", "3"], "Open takes 's'"),
      (["org.rotunda.Launcher1", "Open", "as", "1", "red"], "Open takes 's'"),
      (["org.rotunda.Launcher1", "ShowMessage", "si", "x", "3"], "ShowMessage takes 'su'"),
      (["org.example.Other", "Open", "s", "red"], "interface"),
      (
        ["org.freedesktop.DBus.Properties", "Set", "ssv", "org.rotunda.Launcher1", "Screen", "s", "x"],
        "properties are read-only"
      ),
      (["org.freedesktop.DBus.Properties", "Get", "ss", "org.rotunda.Launcher1", "Pin"], "no such property"),
    ]
    for (words, message) in cases {
      let outcome = try Outcome(
        "/usr/bin/busctl", ["--address=\(stage.bus.address)", "call"] + object + words, environment: [:])
      #expect(
        outcome.status != 0 && outcome.errors.lowercased().contains(message.lowercased()),
        "\(words): \(outcome.errors)")
    }
    #expect(try stage.status("screen") as? String == "carousel")
  }

  @Test func screenshotNeedsAWritableRegularFile() throws {
    let stage = try ControlledKiosk()
    let script = """
      import os, sys, dbus
      bus = dbus.bus.BusConnection(sys.argv[1])
      launcher = bus.get_object("org.rotunda.Launcher1", "/org/rotunda/Launcher1")
      for path, flags in [("/dev/null", os.O_WRONLY), ("/etc/hostname", os.O_RDONLY), ("/", os.O_RDONLY)]:
          descriptor = os.open(path, flags)
          try:
              launcher.Screenshot(dbus.types.UnixFd(descriptor), dbus_interface="org.rotunda.Launcher1")
              print("taken", path)
          except dbus.exceptions.DBusException as error:
              print(error.get_dbus_name())
      """
    let outcome = try Outcome("/usr/bin/python3", ["-c", script, stage.bus.address], environment: [:])
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text == String(repeating: "org.freedesktop.DBus.Error.InvalidArgs\n", count: 3))
    #expect(try stage.ctl("screenshot").status == 0)
  }

  @Test func screenshotWaitsForMemory() throws {
    let stage = try ControlledKiosk(environment: ["LIBGL_ALWAYS_SOFTWARE": "true"])
    try stage.kiosk.awaitRest()
    let compositor = stage.kiosk.compositor
    compositor.keepBuffers(true)
    // A finger that drags the tiles uses up all the memory that the launcher has for frames.
    let before = stage.kiosk.frames
    stage.kiosk.drag(by: (-60, 0), samples: 60, lifts: false)
    #expect(stage.kiosk.frames - before <= 3)
    // One request waits for memory, and the launcher refuses the other because of that.
    let askers = try ["one.png", "two.png"].map { name in
      let process = Process()
      process.executableURL = URL(filePath: Kiosk.binary)
      process.arguments = ["ctl", "screenshot", "--output", stage.files.path(name)]
      process.environment = stage.environment
      try process.run()
      return process
    }
    try waitUntil("the refusal of one request") { askers.contains { !$0.isRunning } }
    #expect(askers.count { $0.isRunning } == 1)
    compositor.keepBuffers(false)
    for asker in askers { asker.waitUntilExit() }
    #expect(askers.count { $0.terminationStatus == 0 } == 1)
  }

  @Test func unreadScreenshotBlocksNothing() throws {
    let stage = try ControlledKiosk()
    let script = """
      import os, sys, dbus
      bus = dbus.bus.BusConnection(sys.argv[1])
      launcher = bus.get_object("org.rotunda.Launcher1", "/org/rotunda/Launcher1")
      reader, writer = os.pipe()
      message = dbus.lowlevel.MethodCallMessage("org.rotunda.Launcher1", "/org/rotunda/Launcher1", "org.rotunda.Launcher1", "Screenshot")
      message.append(dbus.types.UnixFd(writer))
      bus.send_message(message)
      bus.flush()
      # The pipe has no reader, and a picture does not fit into it.
      try:
          launcher.Screenshot(dbus.types.UnixFd(os.open("/tmp", os.O_TMPFILE | os.O_WRONLY)),
              dbus_interface="org.rotunda.Launcher1")
          print("taken")
      except dbus.exceptions.DBusException as error:
          print(error.get_dbus_name())
      """
    let outcome = try Outcome("/usr/bin/python3", ["-c", script, stage.bus.address], environment: [:])
    #expect(outcome.text == "org.rotunda.Launcher1.Error.Busy\n", "\(outcome.errors)")
    // This request ended, and its pipe is closed.
    try waitUntil("another picture") { try stage.ctl("screenshot").status == 0 }
    try stage.kiosk.dragToAnotherTile()
  }

  @Test func touchesWorkDuringAFloodOfCalls() throws {
    // The configuration rules out calls that would move the tiles.
    let stage = try ControlledKiosk(configuration: "[control]\nallow = [\"message\"]")
    let script = """
      import sys, dbus
      bus = dbus.bus.BusConnection(sys.argv[1])
      names = set()
      print("ready", flush=True)
      def call(method, signature, *words):
          message = dbus.lowlevel.MethodCallMessage("org.rotunda.Launcher1", "/org/rotunda/Launcher1", "org.rotunda.Launcher1", method)
          if signature: message.append(*words, signature=signature)
          message.set_no_reply(True)
          bus.send_message(message)
      big = "x" * 1000000
      while True:
          for _ in range(200):
              call("Open", "s", "red"); call("ShowMessage", "su", "Hello", 5); call("Reload", None); call("Nonsense", "s", "x")
          call("Open", "s", big)
          bus.flush()
      """
    let flood = Process()
    let output = Pipe()
    flood.executableURL = URL(filePath: "/usr/bin/python3")
    flood.arguments = ["-c", script, stage.bus.address]
    flood.standardOutput = output
    try flood.run()
    defer {
      Foundation.kill(flood.processIdentifier, SIGKILL)
      flood.waitUntilExit()
    }
    _ = output.fileHandleForReading.availableData
    try stage.kiosk.dragToAnotherTile()
    // The tap opens any tile that is under the finger when it lands.
    try waitUntil("a program") {
      stage.kiosk.tap()
      return KioskFiles.Paint.allCases.contains {
        FileManager.default.fileExists(atPath: stage.files.reportPath($0))
      }
    }
    #expect(flood.isRunning)
    #expect(stage.kiosk.launcher.exit == nil)
    #expect(stage.kiosk.compositor.violations.isEmpty)
  }

  // MARK: The bus and the configuration

  @Test func returningBusIsFoundAgain() throws {
    let stage = try ControlledKiosk()
    stage.bus.kill()
    try stage.kiosk.launcher.waitForOutput("the bus went away")
    try stage.kiosk.dragToAnotherTile()
    try stage.bus.start()
    try waitUntil("an answer") { try stage.ctl("status").status == 0 }
    #expect(try stage.status("tile") as? String != "red")
  }

  @Test func aBusThatComesLaterIsFound() throws {
    let files = try KioskFiles()
    let kiosk = try Kiosk(
      files: files, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(files.path("bus-session"))"])
    try kiosk.launcher.waitForOutput("the launcher has no bus for calls")
    let bus = try MessageBus(files)
    try kiosk.launcher.waitForOutput("can be called as")
    let outcome = try Outcome(
      Kiosk.binary, ["ctl", "status", "--bus", "session"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    #expect(outcome.status == 0)
  }

  @Test @MainActor func launcherTakesItsNameWhenFree() throws {
    let files = try KioskFiles()
    let bus = try MessageBus(files)
    let loop = try EventLoop()
    setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
    defer { unsetenv("DBUS_SESSION_BUS_ADDRESS") }
    let squatter = try BusConnection(.session, loop: loop)
    var isNamed = false
    squatter.requestName("org.rotunda.Launcher1") { if case .success(.owned) = $0 { isNamed = true } }
    for _ in 0..<400 where !isNamed { try loop.step(timeout: 0.05) }
    try #require(isNamed)
    let kiosk = try Kiosk(files: files, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    try kiosk.launcher.waitForOutput("cannot be called as org.rotunda.Launcher1 until")
    squatter.close()
    try kiosk.launcher.waitForOutput("can be called as org.rotunda.Launcher1")
    let outcome = try Outcome(
      Kiosk.binary, ["ctl", "status", "--bus", "session"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    #expect(outcome.status == 0)
  }

  @Test func configurationLimitsCallsAndBus() throws {
    let stage = try ControlledKiosk(configuration: "[control]\nallow = [\"reload\", \"home\"]")
    #expect(try stage.ctl("home").status == 0)
    let refused = try stage.ctl("open", "green", "--json")
    #expect(refused.status == 1)
    #expect(refused.object?["error"] as? String == "org.rotunda.Launcher1.Error.NotAllowed")
    for words in [["screenshot"], ["blank"], ["unblank"], ["message", "x"], ["brightness", "40"]] {
      let outcome = try Outcome(Kiosk.binary, ["ctl"] + words, environment: stage.environment)
      #expect(outcome.status == 1)
    }
    let path = stage.files.path("rotunda.toml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try stage.files.write(
      text.replacing("[control]\nallow = [\"reload\", \"home\"]", with: "[control]\nbus = \"none\""),
      to: "rotunda.toml")
    try waitUntil("the launcher to leave the bus") { try stage.ctl("status").status == 69 }
    try stage.files.write(text, to: "rotunda.toml")
    try waitUntil("the launcher to return to the bus") { try stage.ctl("status").status == 0 }
  }

  @Test func launcherOnABusSleepsAtRest() throws {
    let stage = try ControlledKiosk()
    _ = try stage.ctl("status")
    try stage.kiosk.awaitSleep()
    #expect(try wakeUps(of: stage.kiosk.launcher.processID, in: 5) == [:])
  }
}
