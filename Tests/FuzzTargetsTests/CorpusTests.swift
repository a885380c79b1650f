import Foundation
import FuzzTargets
import Testing
import Wayland

/// All that the fuzzers have found worth keeping, taken in by what is shipped.
@Suite(.serialized) @MainActor struct CorpusTests {
  private static let corpora = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "FuzzCorpora")

  @Test(arguments: FuzzTarget.allCases) func everyInputOfTheCorpusIsTakenIn(target: FuzzTarget) throws {
    let directory = Self.corpora.appending(path: target.rawValue)
    let inputs = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
    #expect(!inputs.isEmpty)
    // What libwayland says of a compositor that says anything is no news.
    Connection.onComplaint { _ in }
    for input in inputs.sorted(by: { $0.path < $1.path }) {
      target.run(Array(try Data(contentsOf: input)))
    }
  }

  @Test func everySeedIsTakenIn() {
    for target in FuzzTarget.allCases {
      for seed in target.seeds { target.run(seed) }
    }
  }

  @Test(arguments: FuzzTarget.allCases) func nothingAtAllIsTakenIn(target: FuzzTarget) {
    target.run([])
  }
}
