import RotundaGeometry

/// Something on a page that visitors can choose.
struct PageTarget: Hashable {
  enum Kind: Hashable {
    /// A picture, which then has the screen.
    case picture(PagePicture)
    /// A link, which opens a tile.
    case link(PageLink)
  }

  let kind: Kind
  /// Where it is, in points.
  var area: Rectangle
  /// The row in which it can be moved into sight; nil for what keeps its place on the page.
  var row: Rectangle?
  /// The radius of its corners, for the ring around it.
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
