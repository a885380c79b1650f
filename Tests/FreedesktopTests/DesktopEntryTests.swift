import Freedesktop
import SeededRandom
import Testing

@Suite struct DesktopEntryTests {
  private static let chess = """
    [Desktop Entry]
    Type=Application
    Version=1.5
    Name=Chess
    Name[de]=Schach
    Name[de_AT]=Schach (AT)
    Name[sr@latin]=Šah
    Name[sr_RS@latin]=Šah RS
    Name[pt_BR.UTF-8]=Xadrez
    GenericName=Board Game
    Comment=Play\\sa game
    Icon=gnome-chess
    Exec=gnome-chess %U
    TryExec=gnome-chess
    Path=/srv
    Terminal=false
    DBusActivatable=true
    StartupWMClass=Gnome-chess
    Categories=Game;BoardGame;
    MimeType=application/x-chess-pgn;
    Actions=new;gone;
    X-Extra=1

    [Desktop Action new]
    Name=New Game
    Name[de]=Neues Spiel
    Icon=document-new
    Exec=gnome-chess --new %c
    """

  @Test func everyKeyIsRead() throws {
    let entry = try DesktopEntry(Array(Self.chess.utf8), location: "/x.desktop")
    #expect(entry.kind == .application)
    #expect(entry.name.value == "Chess")
    #expect(entry.genericName?.value == "Board Game")
    #expect(entry.comment?.value == "Play a game")
    #expect(entry.icon?.value == "gnome-chess")
    #expect(entry.exec == "gnome-chess %U")
    #expect(entry.tryExec == "gnome-chess")
    #expect(entry.path == "/srv")
    #expect(!entry.needsTerminal && !entry.noDisplay && !entry.isHidden)
    #expect(entry.startupWindowClass == "Gnome-chess")
    #expect(entry.categories == ["Game", "BoardGame"])
    #expect(entry.mimeTypes == ["application/x-chess-pgn"])
    #expect(entry.actions.map(\.id) == ["new"])
    #expect(entry.actions.first?.name.resolved(for: ["de"]) == "Neues Spiel")
  }

  @Test(
    "a name is matched by country and modifier, country, modifier, language",
    arguments: [
      ([], "Chess"), (["de_DE.UTF-8"], "Schach"), (["de_AT"], "Schach (AT)"), (["de-AT"], "Schach (AT)"),
      (["de_AT@euro"], "Schach (AT)"), (["sr_RS@latin"], "Šah RS"), (["sr_ME@latin"], "Šah"),
      (["sr_RS"], "Chess"),
      (["pt_BR"], "Xadrez"), (["pt"], "Chess"), (["fr", "de"], "Schach"), (["C", "", "@", "_"], "Chess"),
    ])
  func localises(languages: [String], expected: String) throws {
    #expect(try DesktopEntry(Array(Self.chess.utf8)).name.resolved(for: languages) == expected)
  }

  @Test(
    "an entry that cannot be used says why",
    arguments: [
      ("", .noDesktopEntryGroup),
      ("[Other]\n[Desktop Entry]\nType=Application\nName=x", .noDesktopEntryGroup),
      ("[Desktop Entry]\nName=x", .missingKey("Type", line: 1)),
      ("#\n[Desktop Entry]\nType=Application", .missingKey("Name", line: 2)),
      ("[Desktop Entry]\nType=Service\nName=x", .unknownType("Service", line: 2)),
      ("[Desktop Entry]\nType=Application\nName=x\nTerminal=maybe", .notBoolean("Terminal", line: 4)),
      ("[Desktop Entry]\nType", .syntax(KeyFileError(line: 2, reason: .missingEquals))),
    ] as [(String, DesktopEntryError)])
  func fails(text: String, expected: DesktopEntryError) {
    #expect(throws: expected) { try DesktopEntry(Array(text.utf8)) }
  }

  @Test func noMutationOfAnEntryCrashes() throws {
    let seed: UInt64 = 7
    var random = SeededGenerator(seed: seed)
    let original = Array(Self.chess.utf8)
    for _ in 0..<3000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: at)
        default: bytes.insert(Array("[]=%\\\"\n;@_".utf8).randomElement(using: &random) ?? 0, at: at)
        }
      }
      guard let entry = try? DesktopEntry(bytes) else { continue }
      _ = entry.name.resolved(for: ["de_AT@x"])
      guard let command = try? entry.command(files: ["/a"]) else { continue }
      #expect(command.arguments.first?.isEmpty == false, "seed \(seed)")
    }
  }
}
