import Freedesktop
import Programs
import Testing

@Suite struct ExecLineTests {
  private static func entry(_ exec: String, extra: String = "") throws -> DesktopEntry {
    let text =
      "[Desktop Entry]\nType=Application\nName=My App\nName[de]=Meine App\nIcon=pic\nExec=\(exec)\n\(extra)"
    return try DesktopEntry(Array(text.utf8), location: "/apps/my.desktop")
  }

  @Test(
    "a command line becomes words",
    arguments: [
      ("app", ["app"]),
      ("app  a   b", ["app", "a", "b"]),
      (#"app "a b" c"#, ["app", "a b", "c"]),
      (#"app """#, ["app", ""]),
      (#"app "a \\"b\\" \\$HOME \\`x\\` \\\\""#, ["app", #"a "b" $HOME `x` \"#]),
      (#"app "\\q""#, ["app", #"\q"#]),
      (#"sh -c 'echo "hi"; true'"#, ["sh", "-c", #"echo "hi"; true"#]),
      (#"app --title="a b"c"#, ["app", "--title=a bc"]),
      (#"app a\\ b"#, ["app", "a b"]),
      (#"app\sa\tb"#, ["app", "a", "b"]),
      ("app ~ $HOME * | ;", ["app", "~", "$HOME", "*", "|", ";"]),
      ("app 100%%", ["app", "100%"]),
      ("app %%f", ["app", "%f"]),
    ])
  func splits(exec: String, expected: [String]) throws {
    #expect(try Self.entry(exec).command().arguments == expected)
  }

  @Test(
    "field codes expand to the available values",
    arguments: [
      ("app %f", [], ["app"]),
      ("app %f", ["/a", "/b"], ["app", "/a"]),
      ("app %F x", ["/a", "/b"], ["app", "/a", "/b", "x"]),
      ("app %u", ["/a"], ["app", "/a"]),
      ("app %U", [], ["app"]),
      ("app %i", [], ["app", "--icon", "pic"]),
      ("app %c", [], ["app", "Meine App"]),
      ("app --caption=%c", [], ["app", "--caption=Meine App"]),
      ("app %k", [], ["app", "/apps/my.desktop"]),
      ("app %d %D %n %N %v %m end", ["/a"], ["app", "end"]),
      ("app --file=%f", [], ["app", "--file="]),
      (#"app "%f""#, [], ["app", ""]),
      ("app x%F", ["/a", "/b"], ["app", "x/a"]),
    ])
  func expands(exec: String, files: [String], expected: [String]) throws {
    #expect(try Self.entry(exec).command(files: files, languages: ["de_DE"]).arguments == expected)
  }

  @Test(
    "a command line that cannot be used says why",
    arguments: [
      (#"app "a"#, .exec(.unterminatedQuote)),
      ("app 'a", .exec(.unterminatedQuote)),
      (#"app "a\\"#, .exec(.unterminatedQuote)),
      ("app %z", .exec(.unknownFieldCode("z"))),
      ("app %", .exec(.trailingPercent)),
      ("%f", .exec(.empty)),
      (#"\s"#, .exec(.empty)),
      (#""" x"#, .exec(.empty)),
      ("", .noExec),
    ] as [(String, DesktopEntryError)])
  func fails(exec: String, expected: DesktopEntryError) throws {
    let entry = try Self.entry(exec)
    #expect(throws: expected) { try entry.command() }
  }

  @Test func aProgramForATerminalGetsOne() throws {
    let entry = try Self.entry("top -d 1", extra: "Terminal=true\nPath=/srv")
    #expect(throws: DesktopEntryError.needsTerminal) { try entry.command() }
    #expect(try entry.command(terminal: ["xterm", "-e"]).arguments == ["xterm", "-e", "top", "-d", "1"])
    #expect(try entry.command(terminal: ["foot"]).workingDirectory == "/srv")
  }

  @Test func anActionHasItsOwnCommandLine() throws {
    let entry = try Self.entry(
      "app",
      extra:
        "Actions=new;bare;\n[Desktop Action new]\nName=New\nExec=app --new %c\n[Desktop Action bare]\nName=B")
    #expect(try entry.command(action: "new").arguments == ["app", "--new", "New"])
    #expect(throws: DesktopEntryError.noExec) { try entry.command(action: "bare") }
    #expect(throws: DesktopEntryError.noAction("x")) { try entry.command(action: "x") }
  }

  @Test(arguments: [("Hidden=true", DesktopEntryError.hidden), ("", DesktopEntryError.notAnApplication)])
  func entriesWithoutAProgramDoNotStart(extra: String, expected: DesktopEntryError) throws {
    var entry = try Self.entry("app", extra: extra)
    if extra.isEmpty { entry.kind = .link }
    #expect(throws: expected) { try entry.command() }
  }
}
