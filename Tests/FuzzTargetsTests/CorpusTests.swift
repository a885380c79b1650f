import Foundation
import FuzzTargets
import LongCheck
import Testing
import Wayland

/// Runs the shipped code on the fuzzers' corpora: a quarter of the inputs, or all of them in the long check.
@Suite(.serialized) @MainActor struct CorpusTests {
  private static let corpora = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "FuzzCorpora")
  private static let step = LongCheck.isOn ? 1 : 4

  @Test(arguments: FuzzTarget.allCases) func targetsSurviveTheCorpus(target: FuzzTarget) throws {
    let directory = Self.corpora.appending(path: target.rawValue)
    let inputs = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
    #expect(!inputs.isEmpty)
    // Discards libwayland's complaints about the compositor's arbitrary bytes.
    Connection.onComplaint { _ in }
    let sorted = inputs.sorted { $0.path < $1.path }
    for index in stride(from: 0, to: sorted.count, by: Self.step) {
      target.run(Array(try Data(contentsOf: sorted[index])))
    }
  }

  @Test func targetsSurviveTheSeeds() {
    for target in FuzzTarget.allCases {
      let seeds = target.seeds
      for index in stride(from: 0, to: seeds.count, by: Self.step) { target.run(seeds[index]) }
    }
  }

  @Test(arguments: FuzzTarget.allCases) func targetsSurviveEmptyInput(target: FuzzTarget) {
    target.run([])
  }
}
