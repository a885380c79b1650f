import EventLoop
import Foundation
import Synchronization
import Testing

@MainActor
struct BackgroundSurveyTests {
  /// Answers questions at once, except those that a test holds up.
  private final class World: Sendable {
    let held = Mutex<Set<Int>>([])
    let asked = Mutex<[Int]>([])

    func square(_ number: Int) -> Int {
      asked.withLock { $0.append(number) }
      while held.withLock({ $0.contains(number) }) { usleep(1000) }
      return number * number
    }
  }

  private let world = World()
  private let loop: EventLoop
  private let survey: BackgroundSurvey<Int, Int>

  init() throws {
    loop = try EventLoop()
    let world = world
    survey = try BackgroundSurvey(loop: loop) { world.square($0) }
  }

  private func wait(_ condition: () -> Bool) throws -> Bool {
    for _ in 0..<400 where !condition() { try loop.step(timeout: 0.05) }
    return condition()
  }

  @Test func everythingIsAnsweredAtOnce() throws {
    var told: [[Int: Int]] = []
    survey.onAnswers = { told.append($0) }
    survey.ask(1...100)
    #expect(try wait { !survey.isBusy && !told.isEmpty })
    #expect(told == [Dictionary(uniqueKeysWithValues: (1...100).map { ($0, $0 * $0) })])
  }

  @Test(arguments: [[3], [1, 2, 3]]) func slowSurveyBlocksNoOther(held: [Int]) throws {
    var known: [Int: Int] = [:]
    survey.onAnswers = { known.merge($0) { $1 } }
    world.held.withLock { $0 = Set(held) }
    survey.ask(1...10)
    #expect(try wait { known.count == 10 - held.count })
    // The survey does not ask again meanwhile, which would block another thread.
    survey.ask(held)
    survey.ask([20])
    #expect(try wait { known[20] == 400 })
    #expect(held.allSatisfy { number in world.asked.withLock { $0.count { $0 == number } } == 1 })
    world.held.withLock { $0 = [] }
    #expect(try wait { known.count == 11 && !survey.isBusy })
    #expect(held.allSatisfy { number in world.asked.withLock { $0.count { $0 == number } } == 2 })
  }

  @Test func startWaitsBrieflyForAnswers() throws {
    var known: [Int: Int] = [:]
    survey.onAnswers = { known.merge($0) { $1 } }
    survey.ask([7])
    survey.wait(seconds: 20)
    #expect(known == [7: 49])
    world.held.withLock { $0 = [8] }
    survey.ask([8])
    survey.wait(seconds: 0.01)
    #expect(known == [7: 49])
    world.held.withLock { $0 = [] }
    #expect(try wait { known[8] == 64 })
  }
}
