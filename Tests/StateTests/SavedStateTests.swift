import Configuration
import ConfigurationFile
import Credentials
import EventLoop
import FileSystem
import Foundation
import Shell
import State
import Testing
import UsageCounts

/// State that one launcher keeps for the next: the last good configuration, the place, PIN failures and usage
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
    // The next launcher has the same configuration.
    let next = LastGoodConfiguration(place.loop, directory: place.path)
    next.keep(texts)
    try place.turn(seconds: 0.2)
    #expect(inode() == first)
    #expect(next.place?.read()?.texts == texts)
  }

  @Test func rootsCopyIsReadAndNotWritten() throws {
    let texts = [ConfigurationText(path: "/etc/rotunda/rotunda.toml", bytes: Array("[carousel]\n".utf8))]
    let file = place["roots/last-good"]
    #expect(KeptConfiguration(file).replace(with: texts) == nil)
    let kept = LastGoodConfiguration(place.loop, directory: place.path, roots: file)
    kept.keep([ConfigurationText(path: "/etc/rotunda/rotunda.toml", bytes: Array("[idle]\n".utf8))])
    try place.turn(seconds: 0.1)
    #expect(place.text(of: "last-good-configuration") == nil)
    #expect(kept.place?.isRoots == true)
    // Only root can create a file owned by root, and only root can change its owner.
    #expect(kept.place?.read()?.texts == (geteuid() == 0 ? texts : nil))
    if lchown(file, 12345, 12345) == 0 { #expect(kept.place?.read() == nil) }
  }

  @Test func onlyUnwritableRootCopiesCount() throws {
    let texts = [ConfigurationText(path: "/etc/rotunda/rotunda.toml", bytes: Array("[carousel]\n".utf8))]
    let file = place["last-good"]
    #expect(KeptConfiguration(file).replace(with: texts) == nil)
    let kept = KeptConfiguration(file, isRoots: true)
    for mode: mode_t in [0o664, 0o646] {
      chmod(file, mode)
      #expect(kept.read() == nil, "\(mode)")
    }
    chmod(file, 0o644)
    let link = place["link"]
    #expect(symlink(file, link) == 0 && lchown(link, 12345, 12345) == (geteuid() == 0 ? 0 : -1))
    #expect(KeptConfiguration(link, isRoots: true).read() == nil || geteuid() != 0)
  }

  // MARK: Place

  @Test func placeIsReturnedOnce() throws {
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
    #expect(LastGoodConfiguration(place.loop, directory: nil).place == nil)
  }

  // MARK: PIN

  private static let hash = PINHash(
    "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$UWd9ZKknHrDoLx03Tv5s0HKYHhYNt0pXx67Wl3IOWZ2")

  private func record(_ failures: Int, isLocked: Bool = false) -> AccessRecord {
    var record = AccessRecord()
    (record.failures, record.isLocked) = (failures, isLocked)
    return record
  }

  /// A clock that a test sets.
  private final class Clock { var time = 1000.0 }

  /// Checks a PIN and returns the verdict.
  private func check(_ pin: String, _ checker: PINChecker) throws -> PINVerdict {
    let verdicts = Answers<PINVerdict>()
    let (pin, hash) = (try #require(PIN(pin)), try #require(Self.hash))
    checker.check(pin, .hash(hash)) { verdicts.values.append($0) }
    #expect(try place.wait { !verdicts.values.isEmpty })
    return try #require(verdicts.values.first)
  }

  @Test func attemptIsOnDiskBeforeTheComparison() throws {
    try place.write(String(decoding: record(1).bytes, as: UTF8.self), to: "access", mode: 0o600)
    let (path, wanted) = (place["access"], record(2).bytes)
    // An older record would make the comparison fail.
    let checker = PINChecker(
      place.loop, directory: place.path, compare: { _, _ in AtomicFile(path).read(limit: 1000) == wanted })
    #expect(try check("4711", checker) == .right)
    #expect(try place.wait { AtomicFile(path).read(limit: 1000) == record(0).bytes })
  }

  @Test func aWaitGrowsAndSurvivesTheLauncher() throws {
    try place.write(String(decoding: record(1).bytes, as: UTF8.self), to: "access", mode: 0o600)
    let clock = Clock()
    let checker = PINChecker(
      place.loop, directory: place.path, now: { clock.time }, compare: { _, _ in false })
    #expect(try check("4711", checker) == .wrong(failures: 2, wait: 0))
    #expect(try check("4711", checker) == .wrong(failures: 3, wait: 5))
    #expect(try check("4711", checker) == .early(wait: 5))
    clock.time += 4
    // The next launcher starts the whole wait again.
    let next = PINChecker(place.loop, directory: place.path, now: { clock.time }, compare: { _, _ in true })
    var told: [Double] = []
    next.follow(.hash(try #require(Self.hash))) { told.append($0) }
    #expect(told == [5])
    #expect(try check("4711", next) == .early(wait: 5))
    clock.time += 5
    #expect(try check("4711", next) == .right)
  }

  @Test func missingStateCountsAsAMissingRecord() throws {
    try place.write("", to: "file")
    for directory in [nil, place["file"]] {
      let clock = Clock()
      let checker = PINChecker(
        place.loop, directory: directory, now: { clock.time }, compare: { _, _ in false })
      clock.time += 40
      // The wait for a missing record is over. Only now does the checker find that it cannot keep one.
      #expect(try check("2468", checker) == .early(wait: 40))
      clock.time += 40
      #expect(try check("2468", checker) == .wrong(failures: 7, wait: 80))
    }
  }

  @Test func lockIsKeptBesideTheFailures() throws {
    try place.write(String(decoding: record(4).bytes, as: UTF8.self), to: "access", mode: 0o600)
    let checker = PINChecker(place.loop, directory: place.path)
    #expect(!checker.isLocked)
    checker.keepLock(true)
    #expect(
      try place.wait { AtomicFile(place["access"]).read(limit: 1000) == record(4, isLocked: true).bytes })
    #expect(PINChecker(place.loop, directory: place.path).isLocked)
  }

  @Test func worldWritableRecordCountsAsMissing() throws {
    try place.write(String(decoding: record(0).bytes, as: UTF8.self), to: "access", mode: 0o600)
    func wait() throws -> Double? {
      var told: Double?
      let hash = try #require(Self.hash)
      PINChecker(place.loop, directory: place.path, now: { 0 }).follow(.hash(hash)) { told = $0 }
      return told
    }
    #expect(try wait() == 0)
    chmod(place["access"], 0o666)
    #expect(try wait() == 40)
  }

  @Test func withoutServiceItsPINIsNotChecked() throws {
    let verdicts = Answers<PINVerdict>()
    let missing = PINServiceClient(socket: place["nobody"])
    for service in [nil, missing] {
      let checker = PINChecker(place.loop, directory: place.path, service: service, compare: { _, _ in true })
      checker.check(try #require(PIN("4711")), .service) { verdicts.values.append($0) }
    }
    #expect(try place.wait { verdicts.values.count == 2 })
    #expect(verdicts.values.allSatisfy { if case .failed = $0 { true } else { false } })
    #expect(place.text(of: "access") == nil)
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

  /// Runs a launcher to its end; nil for one that crashes. Returns the end of the launcher before.
  private func live(until end: LauncherEnd?) throws -> LauncherEnd? {
    let record = EndRecord(place.loop, directory: place.path)
    let last = record.begin()
    if let end { record.note(end) }
    var isDone = false
    record.whenWritten { isDone = true }
    #expect(try place.wait { isDone })
    return last
  }

  @Test func endsAreRecordedForTheNextLauncher() throws {
    #expect(try live(until: nil) == nil)
    #expect(place.text(of: "launcher-end") == "running")
    #expect(try live(until: .drawing) == .crash)
    var last = LauncherEnd.drawing
    for end in LauncherEnd.allCases {
      #expect(try live(until: end) == last)
      last = end
    }
    try Data("nonsense".utf8).write(to: URL(filePath: place.path + "/launcher-end"))
    #expect(try live(until: nil) == nil)
  }

  @Test func endWithoutADirectoryIsNotAwaited() throws {
    let record = EndRecord(place.loop, directory: nil)
    var isDone = false
    record.note(.request)
    record.whenWritten { isDone = true }
    #expect(isDone && record.begin() == nil)
  }

  @Test func lastEndIsCountedOnce() throws {
    var settings = MetricsSettings()
    settings.isEnabled = true
    for starts in 1...2 {
      let usage = UsageMetrics(place.loop, directory: place.path, seat: "seat0", lastEnd: .drawing)
      usage.apply(settings)
      settings.sessionGap += 1
      usage.apply(settings)
      usage.count(.opened(tile: "map", isAsked: true))
      func export() -> String { place.text(of: "metrics/rotunda.prom") ?? "" }
      #expect(try place.wait { export().contains("tile=\"map\"} \(starts)\n") })
      #expect(export().contains("rotunda_restarts_total{reason=\"drawing\"} \(starts)\n"))
    }
  }
}
