import Configuration
import ConfigurationFile
import EventLoop
import FileSystem
import Foundation
import Shell
import State
import Testing

/// What one launcher keeps for the next: the last good configuration, the place, PIN failures and usage
/// counts.
@MainActor
@Suite(.serialized) struct SavedStateTests {
  private let place: StateDirectory

  init() throws { place = try StateDirectory() }

  // MARK: Configuration

  @Test func theSameConfigurationIsWrittenOnce() throws {
    let texts = [ConfigurationText(path: "/etc/rotunda/rotunda.toml", bytes: Array("[carousel]\n".utf8))]
    func inode() -> ino_t {
      var status = stat()
      return stat(place["last-good-configuration"], &status) == 0 ? status.st_ino : 0
    }
    LastGoodConfiguration(place.loop, directory: place.path).keep(texts)
    #expect(try place.wait { inode() != 0 })
    let first = inode()
    // The next launcher has the same.
    let next = LastGoodConfiguration(place.loop, directory: place.path)
    next.keep(texts)
    try place.turn(seconds: 0.2)
    #expect(inode() == first)
    let path = try #require(next.path)
    #expect(LastGoodConfiguration.read(path)?.texts == texts)
  }

  // MARK: Place

  @Test func aPlaceIsGivenOnce() throws {
    SavedPlace(place.loop, directory: place.path).keep(["games", "chess"])
    #expect(try place.wait { place.text(of: "place") != nil })
    let next = SavedPlace(place.loop, directory: place.path)
    #expect(next.consume() == ["games", "chess"])
    #expect(next.consume() == nil)
  }

  @Test func withoutADirectoryNothingIsKept() throws {
    let saved = SavedPlace(place.loop, directory: nil)
    saved.keep(["games"])
    try place.turn(seconds: 0.05)
    #expect(saved.consume() == nil)
    #expect(LastGoodConfiguration(place.loop, directory: nil).path == nil)
  }

  // MARK: PIN

  private static let pin = PIN("4711")
  private static let hash = PINHash(
    "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$UWd9ZKknHrDoLx03Tv5s0HKYHhYNt0pXx67Wl3IOWZ2")

  private func record(_ failures: Int) -> AccessRecord {
    var record = AccessRecord()
    record.failures = failures
    return record
  }

  @Test func anAttemptIsOnTheDiskBeforeThePINIsCompared() throws {
    let (pin, hash) = (try #require(Self.pin), try #require(Self.hash))
    let (path, wanted) = (place["access"], record(5))
    // Only an older record could make this wrong.
    let checker = PINChecker(place.loop, directory: place.path) { _, _ in
      AtomicFile(path).read(limit: 1000) == wanted.bytes ? .right : .wrong
    }
    let verdicts = Answers<PINVerdict>()
    for failures in 1...4 { checker.keep(record(failures)) }
    checker.check(pin, against: hash, wanted) { verdicts.values.append($0) }
    #expect(verdicts.values.isEmpty, "the disk may take its time")
    #expect(try place.wait { !verdicts.values.isEmpty })
    #expect(verdicts.values == [.right])
    try place.turn(seconds: 0.1)
    #expect(PINChecker(place.loop, directory: place.path).read() == wanted)
  }

  @Test func aPINIsComparedAlsoWhereNothingCanBeKept() throws {
    let (pin, hash) = (try #require(PIN("2468")), try #require(Self.hash))
    try place.write("", to: "file")
    for directory in [nil, place["file"]] {
      let verdicts = Answers<PINVerdict>()
      let checker = PINChecker(place.loop, directory: directory)
      checker.check(pin, against: hash, record(1)) { verdicts.values.append($0) }
      checker.check(pin, against: hash, record(2)) { verdicts.values.append($0) }
      #expect(try place.wait { verdicts.values.count == 2 })
      #expect(verdicts.values == [.right, .right])
    }
  }

  @Test func aRecordThatEverybodyCouldWriteIsMissing() throws {
    try place.write(String(decoding: record(3).bytes, as: UTF8.self), to: "access", mode: 0o600)
    let checker = PINChecker(place.loop, directory: place.path)
    #expect(checker.read() == record(3))
    chmod(place["access"], 0o666)
    #expect(checker.read() == nil)
  }

  // MARK: Usage

  @Test func countsAreKeptAndExportedForEachSeat() throws {
    var settings = MetricsSettings()
    settings.isEnabled = true
    let usage = UsageMetrics(place.loop, directory: place.path, seat: "seat3")
    usage.count(.opened(tile: "chess", isAsked: true))
    usage.apply(settings)
    usage.count(.opened(tile: "chess", isAsked: true))
    usage.count(.opened(tile: "map", isAsked: false))
    usage.count(.failed(tile: "chess"))
    func export() -> String { place.text(of: "metrics/rotunda-seat3.prom") ?? "" }
    func line(_ opens: Int) -> String { "tile=\"chess\"} \(opens)" }
    #expect(try place.wait { export().contains(line(1)) && place.text(of: "usage-counts-seat3") != nil })
    #expect(!export().contains("map"), "only what a visitor opened counts")
    let next = UsageMetrics(place.loop, directory: place.path, seat: "seat3")
    next.apply(settings)
    next.count(.opened(tile: "chess", isAsked: true))
    #expect(try place.wait { export().contains(line(2)) })
  }

  @Test func nothingIsCountedUnlessTheConfigurationWantsThat() throws {
    let usage = UsageMetrics(place.loop, directory: place.path, seat: "seat0")
    usage.apply(MetricsSettings())
    usage.count(.opened(tile: "chess", isAsked: true))
    try place.turn(seconds: 0.1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
  }
}
