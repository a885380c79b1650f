import Configuration
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// The blocks of a page, one below another, before and after they are measured.
struct PageColumnTests {
  private let style = PageStyle(
    theme: Theme(), fontSize: 20, scale: 1, width: 300, room: Size(300, 300))

  /// A letter is about half as wide as the font size. 100 letters of 10 points need four lines of 300 points.
  /// The largest heading has 1.6 times the font size, and needs six lines of its own height.
  @Test func unmeasuredTextHasAnEstimatedHeight() {
    let text = String(repeating: "x", count: 100)
    let line = style.fontSize * PageStyle.lineHeight
    func height(_ block: PageBlock) -> Double { PageColumn([block], style).height }
    #expect(abs(height(.paragraph(text)) - 4 * line) < 0.01)
    #expect(abs(height(.heading(text, level: 1)) - 6 * 1.6 * line) < 0.01)
  }

  @Test func captionStandsBelowItsPicture() throws {
    var column = PageColumn([PageBlock.picture("/map.png", caption: "By night")], style)
    var effects: [ShellEffect] = []
    column.request(above: .infinity, order: 0, into: &effects)
    for case .draw(let picture, _) in effects {
      let isText = if case .text = picture.content { true } else { false }
      let isIts = column.measured(picture, size: isText ? PixelSize(80, 20) : PixelSize(300, 100))
      #expect(isIts, "the column must be drawn again")
    }
    var frame = SceneFrame()
    column.append(at: .zero, on: Plane(), to: &frame)
    try #require(frame.sprites.count == 2)
    let tops = frame.sprites.map { ($0.transform.project(.zero)?.y ?? .nan) - $0.size.height / 2 }
    #expect(abs(tops[0]) < 0.01 && tops[1] > 100 && tops[1] < 100 + style.fontSize)
  }

  @Test func foreignPicturesLeaveTheColumnAlone() {
    var column = PageColumn([PageBlock.paragraph("Text"), .picture("/map.png")], style)
    let isIts = column.measured(style.text("Other").picture, size: PixelSize(50, 20))
    #expect(!isIts)
  }
}
