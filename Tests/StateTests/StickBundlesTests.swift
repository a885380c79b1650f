import Bundles
import Configuration
import Credentials
import Foundation
import Shell
import State
import Testing

/// The launcher's requests about a bundle on a USB stick, and what it reports.
@MainActor
@Suite(.serialized) struct StickBundlesTests {
  private let place: StateDirectory
  private let facts = Answers<StickFact>()
  private let ticket = PINTicket()

  init() throws {
    place = try StateDirectory()
    try place.write("content", to: "stick/a.rotunda-bundle")
    try place.write("key", to: "etc/keys/fleet.pem")
    try place.write("kept\n", to: "bundles/outcome")
  }

  private var bundle: StickBundle {
    StickBundle(path: place["stick/a.rotunda-bundle"], name: "a.rotunda-bundle")
  }

  /// Returns the link, after the operator's PIN if there is one.
  private func link(hasTicket: Bool = true, hasService: Bool = true, patience: Double = 30) throws
    -> StickBundles
  {
    let ticket = ticket
    unlink(place["pin-socket"])
    let pin = try StandInService(place["pin-socket"]) { _ in "right \(ticket.text)" }
    defer { pin.end() }
    let pins = PINChecker(
      place.loop, directory: nil, service: PINServiceClient(socket: place["pin-socket"]))
    if hasTicket {
      let verdicts = Answers<PINVerdict>()
      pins.check(try #require(PIN("1111")), .service, givesRight: true) { verdicts.values.append($0) }
      #expect(try place.wait { verdicts.values.count == 1 })
    }
    let media = SetupMedia(
      roots: [], sticks: [place["stick"]], keep: nil, keys: place["etc/keys"])
    var variables = ["ROTUNDA_BUNDLES": place["bundles"]]
    if hasService { variables["ROTUNDA_SESSION_EDITOR_SOCKET"] = place["editor-socket"] }
    let link = StickBundles(place.loop, media, variables: variables, pins: pins, patience: patience)
    let facts = facts
    link.onEvent = { facts.values.append($0) }
    return link
  }

  /// Installs the bundle with a service that gives these answers. Returns its messages.
  private func install(_ answers: [String], patience: Double = 30, until count: Int) throws -> [String] {
    let rest = Rest(answers)
    unlink(place["editor-socket"])
    let service = try StandInService(place["editor-socket"]) { _ in rest.next() }
    defer { service.end() }
    let link = try link(patience: patience)
    link.perform(.install(bundle))
    #expect(try place.wait { facts.values.count >= count }, "\(facts.values)")
    return service.messages
  }

  /// Answers that are given one after the other.
  private final class Rest: @unchecked Sendable {
    private let lock = NSLock()
    private var answers: [String]
    init(_ answers: [String]) { self.answers = answers }
    func next() -> String { lock.withLock { answers.isEmpty ? "" : answers.removeFirst() } }
  }

  @Test func bundleIsFoundOnlyWithAService() throws {
    let link = try link()
    #expect(link.isThere)
    link.perform(.find)
    #expect(try place.wait { facts.values == [.found(bundle)] })
    try FileManager.default.removeItem(atPath: place["etc/keys/fleet.pem"])
    link.perform(.find)
    #expect(try place.wait { facts.values == [.found(bundle), .found(nil)] }, "no key")
    let other = try self.link(hasService: false)
    #expect(!other.isThere)
    other.perform(.find)
    try place.turn(seconds: 0.2)
    #expect(facts.values.count == 2)
  }

  @Test func copyIsFollowedToItsEnd() throws {
    let messages = try install(["copying 0", "copying 40", "refused disk"], until: 3)
    #expect(
      facts.values
        == [.copy(.copying(percent: 0)), .copy(.copying(percent: 40)), .copy(.refused(.disk))])
    #expect(messages == ["bundle \(ticket.text)\n", "bundle state\n", "bundle state\n"])
  }

  @Test(arguments: ["kept", "failed", "postponed", "refused old"]) func newOutcomeIsReported(text: String)
    throws
  {
    let rest = Rest(["copying 0", "copied"])
    let service = try StandInService(place["editor-socket"]) { _ in rest.next() }
    defer { service.end() }
    let link = try link()
    link.perform(.install(bundle))
    #expect(try place.wait { facts.values.last == .copy(.copied) })
    try place.turn(seconds: 0.8)
    #expect(facts.values.count == 2, "the outcome of an earlier installation does not count")
    try FileManager.default.removeItem(atPath: place["bundles/outcome"])
    try place.write("\(text)\n", to: "bundles/outcome")
    let outcome = try #require(BundleOutcome(text: "\(text)\n"))
    #expect(try place.wait { facts.values.last == .outcome(outcome) })
  }

  @Test func missingOutcomeEndsTheWait() throws {
    _ = try install(["copied"], patience: 0.6, until: 2)
    #expect(facts.values == [.copy(.copied), .outcome(.postponed)])
  }

  @Test func serviceThatEndsIsReported() throws {
    _ = try install(["copying 0", "idle"], until: 2)
    #expect(facts.values.last == .copy(.refused(.unanswered)))
    _ = try install(["copying 0"], until: 4)
    #expect(facts.values.last == .copy(.refused(.unanswered)))
  }

  @Test func nothingIsSentWithoutATicket() throws {
    let service = try StandInService(place["editor-socket"]) { _ in "copied" }
    defer { service.end() }
    let link = try link(hasTicket: false)
    link.perform(.install(bundle))
    #expect(facts.values == [.copy(.refused(.noRight))] && service.messages.isEmpty)
  }

  @Test func linksAndPipesAreNotSent() throws {
    let service = try StandInService(place["editor-socket"]) { _ in "copied" }
    defer { service.end() }
    let link = try link()
    symlink(place["stick/a.rotunda-bundle"], place["stick/link.rotunda-bundle"])
    mkfifo(place["stick/pipe.rotunda-bundle"], 0o600)
    for (count, name) in zip(1..., ["link", "pipe", "missing"]) {
      link.perform(.install(StickBundle(path: place["stick/\(name).rotunda-bundle"], name: name)))
      #expect(try place.wait { facts.values.count == count })
      #expect(facts.values.last == .copy(.refused(.unreadable)), "\(name)")
    }
    #expect(service.messages.isEmpty)
  }

  @Test func secondInstallationWaitsForTheFirst() throws {
    let service = try StandInService(place["editor-socket"]) { _ in "copying 0" }
    defer { service.end() }
    let link = try link()
    link.perform(.install(bundle))
    link.perform(.install(bundle))
    #expect(facts.values == [.copy(.refused(.busy))])
  }
}
