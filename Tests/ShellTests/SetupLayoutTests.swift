import Configuration
import RotundaGeometry
import Testing

@testable import Shell

/// The positions on pages of the first run, on a landscape screen.
struct SetupLayoutTests {
  private func layout(_ items: [SetupForm.Item]) -> SetupLayout {
    var environment = Environment(theme: Theme())
    environment.resize(to: Size(1280, 800), scale: 1)
    let surroundings = SetupLayout.Surroundings(title: "Title", buttons: ["Back", "Next"])
    return SetupLayout(items, surroundings, environment)
  }

  private func items(_ count: Int, _ kind: SetupForm.Item.Kind) -> [SetupForm.Item] {
    (0..<count).map { SetupForm.Item(nil, kind, "Item \($0)") }
  }

  @Test func onlyThePadStandsBesideItsTitle() {
    let rows = layout(items(3, .row(.none)))
    #expect(rows.title.size.width == rows.progress.size.width)
    #expect(rows.items[0].origin.y > rows.title.maxY)
    let pad = layout(items(1, .dots(0)) + items(12, .key))
    #expect(pad.items.dropFirst().allSatisfy { $0.origin.x > pad.title.maxX })
  }

  @Test func weekdaysFillOneLine() {
    let layout = layout(items(7, .chip))
    let last = layout.items[6]
    #expect(layout.items.allSatisfy { $0.origin.y == last.origin.y })
    #expect(last.maxX <= layout.progress.maxX && last.maxX > layout.progress.maxX - layout.font)
  }

  @Test func cellsPictureIsHigherThanItsName() {
    let cells = items(4, .cell(.glyph(.picture)))
    let layout = layout(cells)
    let parts = SetupItemParts(cells[0], in: layout.items[0], layout)
    #expect(parts.symbol.size.height > parts.label.size.height)
    #expect(parts.label.size.height > 2 * layout.font)
  }

  @Test(arguments: [100.0, 360]) func cardsPartsAreBelowOneAnother(height: Double) {
    let cards = items(3, .card(.picture))
    let layout = layout(cards)
    let area = Rectangle(origin: Point(77, 117), size: Size(364, height))
    let parts = SetupItemParts(cards[0], in: area, layout)
    #expect(parts.symbol.origin.y > area.origin.y && parts.symbol.maxY <= parts.label.origin.y)
    #expect(parts.label.maxY <= parts.detail.origin.y + 0.01 && parts.detail.maxY < area.maxY)
    // A high card has room for two lines of detail.
    #expect(height < 200 || parts.detail.size.height > 2 * layout.font)
  }
}
