import Foundation
import TestCompositor

extension TestCompositor {
  /// Ten refreshes in microseconds, longer than the gap between two steps of any movement or drawing.
  private static let calm: UInt32 = 170_000

  /// Waits until a client rests. It commits nothing for ten refreshes. Before and after them, it waits for no
  /// frame and all of its threads sleep.
  ///
  /// The absence of commits alone proves nothing. A client that a busy machine delays commits nothing either,
  /// but it waits for a frame or a processor.
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

  /// Waits until a client rests and its idle picture decoders have ended.
  func awaitSleep(of client: ClientProcess) throws {
    try awaitRest(of: client)
    try waitUntil("the decoders of \(client.processID) to end") { decoders(of: client.processID).isEmpty }
    // The end of the decoders was an event for the client.
    try awaitRest(of: client)
  }

  /// Returns the commit counts of all surfaces, or nil if the client is active.
  private func restingCommits(of client: ClientProcess) -> [Int]? {
    guard sleeps(client.processID), decoders(of: client.processID).allSatisfy(sleeps) else { return nil }
    // The second question makes sure that the compositor has read everything sent before the first.
    guard waitingFrameCallbacks == 0, waitingFrameCallbacks == 0 else { return nil }
    return surfaces.map(\.commits)
  }

  /// Reports whether all threads of a process sleep, by the letter after the name in `/proc/PID/stat`
  /// (proc(5)). An ended process also counts as asleep.
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

/// The picture decoders of a launcher.
func decoders(of launcher: pid_t) -> [pid_t] {
  children(of: launcher).filter { child in
    (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)) == "rotunda-picture\n"
  }
}

private func children(of process: pid_t) -> [pid_t] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return names.compactMap { pid_t($0) }.filter { child in
    let line = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
    // State and parent follow the name, which may contain any character.
    return line?.split(separator: ")").last?.split(separator: " ").dropFirst().first
      == Substring("\(process)")
  }
}
