import RotundaGeometry

/// A part of a page that visitors can select.
struct PageTarget: Hashable {
  enum Kind: Hashable {
    /// A picture, which then fills the screen.
    case picture(PagePicture)
    /// A link, which opens a tile.
    case link(PageLink)
  }

  let kind: Kind
  /// The place, in points.
  var area: Rectangle
  /// The row that can scroll the target into view; nil for a target with a fixed place on the page.
  var row: Rectangle?
  /// The radius of the corners, for the focus ring.
  var corner = 0.0

  func moved(by way: Point) -> PageTarget {
    var target = self
    target.area = Rectangle(origin: area.origin + way, size: area.size)
    target.row = row.map { Rectangle(origin: $0.origin + way, size: $0.size) }
    return target
  }

  static func id(_ index: Int) -> ElementID { ElementID("target", index) }

  func element(_ index: Int, _ words: Localizer, on screen: Size) -> Element {
    let frame = Rectangle(origin: area.origin + Point(screen.width / 2, screen.height / 2), size: area.size)
    switch kind {
    case .picture(let picture):
      return Element(
        id: Self.id(index), role: .button, label: words(.largerPicture), value: picture.spoken.first ?? "",
        frame: frame)
    case .link(let link): return Element(id: Self.id(index), role: .link, label: link.label, frame: frame)
    }
  }
}
