import Configuration
import Credentials
import Editing
import Foundation
import Shell
import State
import Testing

/// The shell's editing requests, and the responses.
@MainActor
@Suite(.serialized) struct EditingServiceTests {
  private let place: StateDirectory
  private let events = Answers<ShellEvent>()
  private let service: EditingService
  private let source: ConfigurationSource

  private static let text = "[[tile]]\nid = \"chess\"\nname = \"Chess\"\naction = \"home\"\n"

  init() throws {
    place = try StateDirectory()
    try place.write(Self.text, to: "rotunda.toml")
    let pins = PINChecker(place.loop, directory: nil)
    source = ConfigurationSource(place["rotunda.toml"], place.environment)
    service = EditingService(
      place.loop, place.environment, source: source, file: place["rotunda.toml"], pins: pins
    ) { nil }
    let events = events
    service.onEvent = { events.values.append($0) }
  }

  private func next(_ count: Int) throws -> ShellEvent? {
    #expect(try place.wait { events.values.count >= count })
    return events.values.count >= count ? events.values[count - 1] : nil
  }

  @Test func changesAreShownSavedAndReadAgain() throws {
    service.perform(.begin)
    service.perform(.apply([.setTile("chess", key: "name", .text("Go"))]))
    guard case .edited(let first, _)? = try next(1), case .edited(let second, let shelves)? = try next(2)
    else {
      Issue.record("\(events.values)")
      return
    }
    #expect(!first.isChanged && first.tiles["chess"]?.place.line == 1)
    #expect(second.isChanged && second.canUndo && shelves.flatMap { $0.tiles.map(\.name) } == ["Go"])
    #expect(source.newPINFile == place["pin"])
    service.save(SaveRequest(7, .session))
    #expect(try place.wait { events.values.contains(.saved(7)) })
    #expect(place.text(of: "rotunda.d/80-edited.toml")?.contains("\"Go\"") == true)
    #expect(place.text(of: "rotunda.toml") == Self.text)
    guard case .edited(let last, _)? = try next(3) else {
      Issue.record("\(events.values)")
      return
    }
    #expect(!last.isChanged && !last.canUndo, "later changes are compared with the saved file")
    #expect(last.configuration == second.configuration)
  }

  @Test func changesDuringSavingAreKept() throws {
    service.perform(.begin)
    service.perform(.apply([.setTile("chess", key: "name", .text("Go"))]))
    service.save(SaveRequest(1, .session))
    service.perform(.apply([.setTile("chess", key: "badge", .text("New"))]))
    _ = try next(5)
    #expect(place.text(of: "rotunda.d/80-edited.toml")?.contains("badge") == false)
    service.perform(.apply([.set("brand.name", .text("A"))]))
    _ = try next(6)
    guard case .edited(let last, _)? = events.values.last else {
      Issue.record("\(events.values)")
      return
    }
    #expect(last.isChanged && last.configuration.brand.name?.text == "A")
    #expect(last.configuration.allTiles.map(\.look.badge?.text) == ["New"])
  }

  @Test func quickSavesKeepTheirOrder() throws {
    service.perform(.begin)
    for number in 1...5 {
      service.perform(.apply([.setTile("chess", key: "name", .text("Go \(number)"))]))
      service.save(SaveRequest(number, .session))
    }
    #expect(try place.wait { events.values.contains(.saved(5)) })
    #expect(
      events.values.filter { if case .saved = $0 { true } else { false } } == (1...5).map { .saved($0) })
    #expect(place.text(of: "rotunda.d/80-edited.toml")?.contains("\"Go 5\"") == true)
  }

  @Test func changesOfOthersStay() throws {
    service.perform(.begin)
    service.perform(.apply([.setTile("chess", key: "name", .text("Go"))]))
    service.perform(.apply([.addTile([.init("name", .text("Plan")), .init("action", .text("home"))])]))
    service.perform(.apply([.setTile("plan", key: "badge", .text("New"))]))
    _ = try next(4)
    // `rotunda config set` writes meanwhile, and adds a tile with the same id.
    let others = "[brand]\nname = \"Other\"\n[[tile]]\nid = \"plan\"\nname = \"Map\"\naction = \"home\"\n"
    try place.write(others, to: "rotunda.d/80-edited.toml")
    service.save(SaveRequest(1, .session))
    guard case .edited(let merged, _)? = try next(5) else {
      Issue.record("\(events.values)")
      return
    }
    #expect(try next(6) == .saveRefused(1, .outdated(lost: 0)))
    #expect(place.text(of: "rotunda.d/80-edited.toml") == others)
    #expect(merged.isChanged && merged.canUndo && merged.configuration.brand.name?.text == "Other")
    let tiles = merged.configuration.allTiles
    #expect(tiles.map(\.name?.text) == ["Go", "Map", "Plan"])
    #expect(tiles.map(\.look.badge?.text) == [nil, nil, "New"])
    service.save(SaveRequest(2, .session))
    #expect(try next(8) == .saved(2))
    guard case .edited(let last, _) = events.values[6] else {
      Issue.record("\(events.values)")
      return
    }
    #expect(!last.isChanged && last.configuration == merged.configuration)
  }

  @Test func stepsThatNoLongerFitAreCounted() throws {
    try place.write(
      "[[tile]]\nid = \"plan\"\nname = \"Map\"\naction = \"home\"\n", to: "rotunda.d/80-edited.toml")
    service.perform(.begin)
    service.perform(.apply([.setTile("plan", key: "badge", .text("New"))]))
    service.perform(.apply([.setTile("chess", key: "name", .text("Go"))]))
    _ = try next(3)
    try place.write("", to: "rotunda.d/80-edited.toml")
    service.save(SaveRequest(1, .session))
    guard case .edited(let merged, _)? = try next(4) else {
      Issue.record("\(events.values)")
      return
    }
    #expect(try next(5) == .saveRefused(1, .outdated(lost: 1)))
    #expect(merged.configuration.allTiles.map(\.name?.text) == ["Go"])
  }

  /// The setup writes with a session of its own.
  @Test func editsAreSavedOverThePresentFile() throws {
    service.perform(.begin)
    _ = try next(1)
    try place.write("[brand]\nname = \"Other\"\n", to: "rotunda.d/80-edited.toml")
    service.save(SaveRequest(3, .edits([.set("header.clock", .text("24h"))], newPIN: nil)))
    #expect(try next(2) == .saved(3))
    let text = try #require(place.text(of: "rotunda.d/80-edited.toml"))
    #expect(text.contains("\"Other\"") && text.contains("\"24h\""))
    service.save(SaveRequest(4, .edits([.set("brand.nam", .text("x"))], newPIN: nil)))
    guard case .saveRefused(4, .invalid(let error))? = try next(3) else {
      Issue.record("\(events.values)")
      return
    }
    #expect(error.key == "brand.nam" && error.suggestion == "brand.name")
  }

  /// The editor's service asks about the ticket while it saves.
  @Test func ticketsAreForgottenAfterTheSave() throws {
    let (release, tickets) = (DispatchSemaphore(value: 0), [PINTicket(), PINTicket()])
    let pin = try StandInService(place["pin-socket"]) { message in
      switch message {
      case "operate 1111": "right \(tickets[0].text)"
      case "operate 2222": "right \(tickets[1].text)"
      case "operate 0000": "wrong 1 0"
      default: "right"
      }
    }
    let editor = try StandInService(place["editor-socket"]) { _ in
      release.wait()
      return "saved"
    }
    defer {
      pin.end()
      editor.end()
    }
    let (checker, verdicts) = (
      PINChecker(place.loop, directory: nil, service: PINServiceClient(socket: place["pin-socket"])),
      Answers<PINVerdict>()
    )
    let environment = place.environment([EditorServiceClient.variable: place["editor-socket"]])
    let service = EditingService(
      place.loop, environment, source: source, file: place["rotunda.toml"], pins: checker
    ) { nil }
    service.onEvent = { [events] in events.values.append($0) }
    // A wrong PIN and one for a tile leave the ticket of a connected phone.
    for (digits, givesRight) in [("1111", true), ("0000", true), ("2222", true), ("3333", false)] {
      let count = verdicts.values.count
      checker.check(try #require(PIN(digits)), .service, givesRight: givesRight) {
        verdicts.values.append($0)
      }
      #expect(try place.wait { verdicts.values.count > count })
    }
    #expect(pin.messages == ["operate 1111", "operate 0000", "operate 2222", "check 3333"])
    service.perform(.begin)
    service.save(SaveRequest(1, .session))
    service.perform(.forgetRight)
    #expect(checker.ticket == nil)
    #expect(try place.wait { editor.messages.count == 1 })
    try place.turn(seconds: 0.1)
    #expect(editor.messages.first?.hasPrefix("save \(tickets[1].text)\nbase ") == true)
    #expect(pin.messages.count == 4, "the ticket is forgotten during the save")
    release.signal()
    #expect(try place.wait { pin.messages.count == 6 })
    #expect(Set(pin.messages.suffix(2)) == Set(tickets.map { "forget \($0.text)" }))
    #expect(events.values.contains(.saved(1)))
  }

  @Test func undoAndRefusalsAreAnswered() throws {
    for request in [
      EditingRequest.begin, .apply([.removeTile("ches")]), .apply([.set("brand.name", .text("A"))]), .undo,
      .redo,
      .end,
    ] {
      service.perform(request)
    }
    _ = try next(5)
    guard case .editRefused(let refusal) = events.values[1], case .edited(let undone, _) = events.values[3],
      case .edited(let redone, _) = events.values[4]
    else {
      Issue.record("\(events.values)")
      return
    }
    #expect(refusal.reason == .unknownTile && refusal.diagnostic.suggestion == "chess")
    #expect(!undone.isChanged && undone.canRedo && redone.configuration.brand.name?.text == "A")
  }

  @Test func refusedConfigurationIsNotSaved() throws {
    service.perform(.begin)
    service.perform(.apply([.setTile("chess", key: "name", .text("Go"))]))
    _ = try next(2)
    try place.write(Self.text + "[brand]\nnam = \"x\"\n", to: "rotunda.toml")
    service.save(SaveRequest(1, .session))
    guard case .saveRefused(1, .invalid(let error))? = try next(3) else {
      Issue.record("\(events.values)")
      return
    }
    #expect(error.key == "brand.nam" && error.line == 6)
    #expect(place.text(of: "rotunda.d/80-edited.toml") == nil)
  }

  @Test func usersOwnPINIsWrittenBesideTheirFile() throws {
    let pin = try #require(PIN("1357"))
    service.save(SaveRequest(1, .edits([.set("admin.pin-file", .text(place["new/pin"]))], newPIN: pin)))
    #expect(try next(1) == .saved(1))
    #expect(place.text(of: "new/pin")?.hasPrefix("$y$") == true)
  }
}
