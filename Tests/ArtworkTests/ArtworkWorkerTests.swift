import Foundation
import Freedesktop
import RotundaGeometry
import Scene
import Synchronization
import Testing

@testable import Artwork
import Threads

struct ArtworkWorkerTests {
  /// An empty file system that blocks the worker when it looks for the theme `gate`, until the test opens the
  /// gate.
  private final class Gate: FileAccess {
    let isEntered = DispatchSemaphore(value: 0)
    let isOpen = DispatchSemaphore(value: 0)

    func kind(of path: String) -> FileKind? { nil }
    func names(in directory: String) -> [String] { [] }

    func contents(of path: String, limit: Int) -> [UInt8]? {
      if path.hasPrefix("/data/icons/gate/") {
        isEntered.signal()
        isOpen.wait()
      }
      return nil
    }
  }

  private let gate = Gate()

  private func worker(patience: Double? = nil) throws -> ArtworkWorker {
    let icons = IconLookup(files: gate, directories: DataDirectories(paths: ["/data"]), themes: ["gate"])
    return try ArtworkWorker(languages: ["en"], icons: icons, patience: patience)
  }

  /// Returns a worker that is busy with a first picture. Other pictures with icons wait until the gate opens.
  private func busyWorker(patience: Double? = nil) throws -> (ArtworkWorker, Picture) {
    let worker = try worker(patience: patience)
    let first = Picture.face("Gate", icon: .named("gate"))
    worker.request(first, priority: 0)
    gate.isEntered.wait()
    return (worker, first)
  }

  /// Returns a face that waits for the thread that looks up files.
  private func withIcon(_ label: String) -> Picture { .face(label, icon: .path("/nonexistent.png")) }

  private func isReady(_ worker: ArtworkWorker, timeout: Int32) -> Bool {
    var descriptor = pollfd(fd: worker.readyDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, timeout) == 1
  }

  private func take(_ count: Int, from worker: ArtworkWorker) -> [FinishedPicture] {
    var results: [FinishedPicture] = []
    while results.count < count, isReady(worker, timeout: 20_000) { worker.takeFinished(into: &results) }
    return results
  }

  private func labels(_ results: [FinishedPicture]) -> [String] {
    results.map { result in
      switch result.picture.content {
      case .face(let face), .writing(let face): face.label
      case .badge(let badge): badge.text
      case .scrim(let shade): "\(shade)"
      case .image(let source), .illustration(let source): "\(source)"
      case .shadow(let shadow): "\(shadow)"
      case .ground(let ground): "\(ground)"
      case .ambient(let ambient): "\(ambient)"
      case .pictogram(let pictogram): pictogram.name
      case .text(let block), .line(let block): block.text
      case .code(let text): text
      }
    }
  }

  @Test func everyRequestIsAnsweredOnce() throws {
    let worker = try worker()
    let pictures = (0..<40).map { Picture.face("Tile \($0)", size: PixelSize(60, 80)) } + [.text("Hello")]
    for (index, picture) in pictures.enumerated() { worker.request(picture, priority: index) }
    for picture in pictures { worker.request(picture, priority: 1) }
    let results = take(pictures.count, from: worker)
    #expect(Set(results.map(\.picture)) == Set(pictures))
    #expect(results.count == pictures.count)
    #expect(!isReady(worker, timeout: 0))
    worker.stop()
  }

  @Test func slowPictureBlocksNothingElse() throws {
    let (worker, _) = try busyWorker()
    for label in ["a", "b", "c"] { worker.request(.text(label), priority: 0) }
    #expect(labels(take(3, from: worker)) == ["a", "b", "c"])
    worker.request(.face("A card"), priority: 0)
    #expect(labels(take(1, from: worker)) == ["A card"])
    gate.isOpen.signal()
    #expect(labels(take(1, from: worker)) == ["Gate"])
    worker.stop()
  }

  @Test func faceShowsItsNameBeforeASlowPicture() throws {
    let (worker, first) = try busyWorker(patience: 0.05)
    let second = withIcon("Second")
    worker.request(second, priority: 0)
    let early = take(2, from: worker)
    #expect(early.map(\.picture) == [first, second])
    #expect(early.allSatisfy { $0.isPreliminary && $0.problem == nil })
    let plain = try worker.bitmap(of: .face("Second")) { take($0, from: $1) }
    let isSame = early.last?.bitmap.bytes == plain.bytes
    #expect(isSame)
    gate.isOpen.signal()
    let late = take(2, from: worker)
    #expect(late.map(\.picture) == [first, second])
    #expect(late.allSatisfy { !$0.isPreliminary && $0.problem != nil })
    #expect(!isReady(worker, timeout: 200))
    worker.stop()
  }

  @Test func canceledFaceNeverAppears() throws {
    let (worker, first) = try busyWorker(patience: 0.2)
    worker.cancel(first)
    #expect(!isReady(worker, timeout: 600))
    gate.isOpen.signal()
    worker.stop()
  }

  @Test func theNearestComesFirst() throws {
    let (worker, _) = try busyWorker()
    for (label, priority) in [("c", 3), ("a", 1), ("d", 3), ("b", 2), ("z", -1)] {
      worker.request(withIcon(label), priority: priority)
    }
    gate.isOpen.signal()
    #expect(labels(take(6, from: worker)) == ["Gate", "z", "a", "b", "c", "d"])
    worker.stop()
  }

  @Test func askingAgainMovesARequest() throws {
    let (worker, _) = try busyWorker()
    for label in ["a", "b", "c"] { worker.request(withIcon(label), priority: 5) }
    worker.request(withIcon("c"), priority: 1)
    worker.request(withIcon("a"), priority: 9)
    gate.isOpen.signal()
    #expect(labels(take(4, from: worker)) == ["Gate", "c", "b", "a"])
    worker.stop()
  }

  @Test func aCancelledRequestIsNotAnswered() throws {
    let (worker, first) = try busyWorker()
    for label in ["a", "b", "c"] { worker.request(withIcon(label), priority: 0) }
    worker.cancel(first)
    worker.cancel(withIcon("b"))
    gate.isOpen.signal()
    #expect(labels(take(2, from: worker)) == ["a", "c"])
    worker.stop()
  }

  @Test func finishedRequestCanBeCanceled() throws {
    let worker = try worker()
    worker.request(.text("a"), priority: 0)
    #expect(isReady(worker, timeout: 20_000))
    worker.cancel(.text("a"))
    #expect(!isReady(worker, timeout: 0))
    worker.request(.text("a"), priority: 0)
    #expect(labels(take(1, from: worker)) == ["a"])
    worker.stop()
  }

  @Test func repeatedRequestAfterCancelIsAnswered() throws {
    let (worker, first) = try busyWorker()
    worker.cancel(first)
    worker.request(first, priority: 0)
    gate.isOpen.signal()
    #expect(labels(take(1, from: worker)) == ["Gate"])
    worker.stop()
  }

  @Test func stopDropsWaitingRequests() throws {
    let (worker, _) = try busyWorker()
    for index in 0..<200 { worker.request(withIcon("Tile \(index)"), priority: index) }
    let gate = gate
    // The gate opens after `stop()` has dropped the waiting pictures, or slightly earlier. Both orders must
    // end.
    let opener = Thread { gate.isOpen.signal() }
    opener.start()
    worker.stop()
    worker.stop()
    worker.request(.text("late"), priority: 0)
    var results: [FinishedPicture] = []
    worker.takeFinished(into: &results)
    #expect(results.count < 201)
    #expect(!labels(results).contains("late"))
  }

  @Test func releasedWorkerStops() throws {
    for _ in 0..<20 {
      let worker = try worker()
      worker.request(.text("a"), priority: 0)
    }
  }

  @Test func descriptorsAreGivenBack() throws {
    var highest: Int32 = 0
    for _ in 0..<400 {
      let worker = try worker()
      highest = max(highest, worker.readyDescriptor)
      #expect(fcntl(worker.readyDescriptor, F_GETFD) == FD_CLOEXEC)
    }
    #expect(highest < 300)
  }

  @Test func theThreadTakesNoSignals() throws {
    let mask = Mutex<UInt64?>(nil)
    let thread = try WorkerThread(name: "test") {
      let status = try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
      mask.withLock { $0 = line.flatMap { UInt64($0.dropFirst(8), radix: 16) } }
    }
    thread.join()
    let blocked = try #require(mask.withLock { $0 })
    for signal in [SIGTERM, SIGINT, SIGCHLD, SIGHUP] { #expect(blocked & (1 << UInt64(signal - 1)) != 0) }
  }

  @Test func requestsFromSeveralThreadsAreAllAnswered() throws {
    let worker = try worker()
    DispatchQueue.concurrentPerform(iterations: 4) { lane in
      for index in 0..<25 {
        worker.request(.text("\(lane)-\(index)", size: PixelSize(80, 40)), priority: index)
      }
    }
    #expect(Set(labels(take(100, from: worker))).count == 100)
    worker.stop()
  }
}

extension ArtworkWorker {
  fileprivate func bitmap(of picture: Picture, _ take: (Int, ArtworkWorker) -> [FinishedPicture]) throws
    -> Bitmap
  {
    request(picture, priority: 0)
    return try #require(take(1, self).first?.bitmap)
  }
}
