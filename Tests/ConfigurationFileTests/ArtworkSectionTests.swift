import Configuration
import Testing

@Suite struct ArtworkSectionTests {
  private static let tile = "\n[[tile]]\nrun = [\"true\"]\n"

  @Test func theMemoryForPicturesIsRead() throws {
    let reading = try Reading("[artwork]\ntexture-memory = 64" + Self.tile)
    #expect(reading.messages == [])
    #expect(reading.configuration.artwork.textureMemory == 64)
    #expect(reading.configuration.artwork.textureBudget == 64 << 20)
  }

  @Test(arguments: ["15", "4097", "64.5", "\"much\""]) func invalidAmountIsRefused(value: String) throws {
    let reading = try Reading("[artwork]\ntexture-memory = \(value)" + Self.tile)
    #expect(reading.messages.count == 1)
    #expect(reading.configuration.artwork.textureMemory == 128)
  }

  @Test func invalidSectionIsReported() throws {
    #expect(try Reading("artwork = 3" + Self.tile).messages.count == 1)
  }
}
