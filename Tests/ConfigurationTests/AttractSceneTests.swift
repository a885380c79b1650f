import Testing

@testable import Configuration

struct AttractSceneTests {
  @Test(arguments: AttractScene.plain.map(\.word) + ["tile:map"])
  func onlyLargeScenesEndAVisit(word: String) throws {
    let scene = try #require(AttractScene(word))
    #expect(scene.word == word)
    #expect(scene.endsVisit == ["hero", "slides", "tile:map"].contains(word))
  }

  @Test(arguments: ["", "tile", "tile:", "Hero", "ghosts"]) func unknownScenesAreRejected(word: String) {
    #expect(AttractScene(word) == nil)
  }
}
