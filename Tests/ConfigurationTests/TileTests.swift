import Configuration
import Testing

struct TileTests {
  @Test func aTileBeginsWithoutControls() {
    let tile = Tile(id: "a", action: .folder([]))
    #expect(tile.opensWindow && tile.onHome == .close && !tile.needsPIN && !tile.hasValue)
    #expect(tile.whenOff.isEmpty && tile.buttons.isEmpty && tile.rows.isEmpty && tile.inside.isEmpty)
  }
}
