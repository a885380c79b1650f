import Configuration
import Programs
import SeededRandom
import Testing

@testable import Shell

@Suite struct TileMatchTests {
  private static func tiles(_ names: some Sequence<String>) -> [LauncherTile] {
    names.map { LauncherTile(id: $0, name: $0, icon: nil, action: .start(Command(["true"]))) }
  }

  @Test func everyTileIsFoundByItsIdentifier() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<500 {
      let names = (0..<12).map { "\($0)" }.shuffled(using: &random)
      let former = Array(names.prefix(Int.random(in: 0...12, using: &random)))
      var wanted = former
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        switch Int.random(in: 0...2, using: &random) {
        case 0: wanted.insert("new \(wanted.count)", at: Int.random(in: 0...wanted.count, using: &random))
        case 1: if !wanted.isEmpty { wanted.remove(at: Int.random(in: wanted.indices, using: &random)) }
        default: wanted.shuffle(using: &random)
        }
      }
      guard Set(wanted).count == wanted.count else { continue }
      let match = TileMatch(Self.tiles(former), Self.tiles(wanted))
      for index in -1...former.count {
        let place = former.indices.contains(index) ? wanted.firstIndex(of: former[index]) : nil
        #expect(match.destination(of: index) == place, "\(former) \(wanted) \(index)")
      }
      for index in -1...wanted.count {
        let place = wanted.indices.contains(index) ? former.firstIndex(of: wanted[index]) : nil
        #expect(match.origin(of: index) == place, "\(former) \(wanted) \(index)")
      }
    }
  }
}
