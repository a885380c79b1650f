import RotundaGeometry

/// One function from offset to place, all its numbers worked out.
///
/// A frame asks one formula for all of its items, so that which one it is has to be found out only once.
protocol LayoutFormula {
  /// The item's place without perspective and viewpoint.
  func local(_ offset: Double, toggle: Double) -> Transform
  /// What an item looks like through a lens. Of the opacity only the formula's own part.
  func look(_ item: FormulaItem, _ lens: Lens) -> FormulaLook
}

/// What a formula knows about an item.
struct FormulaItem {
  var index: Int
  /// From the centre, in mean extents of an item.
  var offset: Double
  /// Of the current item, −1 to 1.
  var toggle: Double
}

/// What a formula makes of an offset.
struct FormulaLook {
  /// From the item's plane to the anchor (centre of the bounds plus content offset), perspective included.
  var transform: Transform
  /// 0 to 1.
  var opacity = 1.0
}

extension LayoutFormula {
  @inline(__always)
  func look(_ item: FormulaItem, _ lens: Lens) -> FormulaLook {
    FormulaLook(transform: lens.anchored(local(item.offset, toggle: item.toggle)))
  }
}

/// A caller's function, which starts from the perspective and ends where it pleases.
struct CustomFormula: LayoutFormula {
  var function: CustomTransform

  func local(_ offset: Double, toggle: Double) -> Transform {
    function(CustomItem(index: 0, offset: offset, toggle: toggle))
  }

  func look(_ item: FormulaItem, _ lens: Lens) -> FormulaLook {
    let item = CustomItem(index: item.index, offset: item.offset, toggle: item.toggle, start: lens.start)
    return FormulaLook(transform: function(item))
  }
}
