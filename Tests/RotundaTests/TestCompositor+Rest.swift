import Foundation
import TestCompositor

extension TestCompositor {
  /// Ten refreshes, in microseconds: more than there is between two steps of anything that moves or is drawn.
  private static let calm: UInt32 = 170_000

  /// Waits until a client rests: nothing was committed for ten refreshes, and before them as after them no
  /// frame was waited for and all of its threads slept.
  ///
  /// No commits alone say nothing: what a busy machine holds up commits nothing either, but waits for a frame
  /// or for a processor.
  func awaitRest(of client: ClientProcess) throws {
    var before: [Int]?
    try waitUntil("process \(client.processID) to rest") {
      let now = restingCommits(of: client)
      if now != nil, now == before { return true }
      before = now
      usleep(Self.calm)
      return false
    }
  }

  /// Waits until a client rests, and what it has started to decode pictures has ended for want of them.
  func awaitSleep(of client: ClientProcess) throws {
    try awaitRest(of: client)
    try waitUntil("the decoders of \(client.processID) to end") { decoders(of: client.processID).isEmpty }
    // Their end was an event.
    try awaitRest(of: client)
  }

  /// The commits of all surfaces, if nothing is under way.
  private func restingCommits(of client: ClientProcess) -> [Int]? {
    guard sleeps(client.processID), decoders(of: client.processID).allSatisfy(sleeps) else { return nil }
    // What had been sent by then is read before the second question is answered.
    guard waitingFrameCallbacks == 0, waitingFrameCallbacks == 0 else { return nil }
    return surfaces.map(\.commits)
  }

  /// Whether all threads of a process sleep: the letter after the name in proc(5), `/proc/PID/stat`. One that
  /// has ended rests, too.
  private func sleeps(_ process: pid_t) -> Bool {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.allSatisfy { thread in
      guard let line = try? String(contentsOfFile: "\(tasks)/\(thread)/stat", encoding: .utf8) else {
        return true
      }
      return line.split(separator: ")").last?.hasPrefix(" S") == true
    }
  }
}

/// The processes that decode pictures for a launcher.
func decoders(of launcher: pid_t) -> [pid_t] {
  children(of: launcher).filter { child in
    (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)) == "rotunda-picture\n"
  }
}

private func children(of process: pid_t) -> [pid_t] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return names.compactMap { pid_t($0) }.filter { child in
    let line = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
    // After the name, which may hold anything: state and parent.
    return line?.split(separator: ")").last?.split(separator: " ").dropFirst().first
      == Substring("\(process)")
  }
}
