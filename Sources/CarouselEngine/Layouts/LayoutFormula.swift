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
  /// From the center, in mean extents of an item.
  var offset: Double
  /// Of the current item, −1 to 1.
  var toggle: Double
}

/// What a formula makes of an offset.
struct FormulaLook {
  /// From the item's plane to the anchor (center of the bounds plus content offset), perspective included.
  var transform: Transform
  /// 0 to 1.
  var opacity = 1.0
}

extension LayoutFormula {
  /// The same with the size that the item has for where it is.
  @inline(__always)
  func sizedLook(_ item: FormulaItem, _ lens: Lens) -> FormulaLook {
    var look = look(item, lens)
    lens.emphasis?.apply(to: &look.transform, item.offset)
    return look
  }

  @inline(__always)
  func look(_ item: FormulaItem, _ lens: Lens) -> FormulaLook {
    FormulaLook(transform: lens.anchored(local(item.offset, toggle: item.toggle)))
  }
}

/// A caller's function, which starts from the perspective and ends where it pleases.
private struct CustomFormula: LayoutFormula {
  var function: CustomTransform

  func local(_ offset: Double, toggle: Double) -> Transform {
    function(CustomItem(index: 0, offset: offset, toggle: toggle))
  }

  func look(_ item: FormulaItem, _ lens: Lens) -> FormulaLook {
    let item = CustomItem(index: item.index, offset: item.offset, toggle: item.toggle, start: lens.start)
    return FormulaLook(transform: function(item))
  }
}

/// A layout with all its numbers worked out: one function from offset to transform.
///
/// Plain numbers only, so that nothing is retained while a frame is worked out.
enum LayoutShape: Hashable, Sendable {
  case line(LineLayout)
  case spotlight(SpotlightLayout)
  case rotary(RotaryLayout)
  case cylinder(CylinderLayout)
  case wheel(WheelLayout)
  case coverFlow(CoverFlowLayout)
  case ring(RingLayout)
  case ellipse(EllipseLayout)
  case fan(FanLayout)
  case receding(RecedingLayout)
}

/// Something to do with a layout's formula, whichever it is: compiled once for each of them.
///
/// What comes of it goes straight to where the caller wants it.
protocol FormulaTask {
  associatedtype Output
  func run(_ formula: some LayoutFormula, into output: inout Output)
}

extension Carousel {
  /// Does something with the formula in force.
  ///
  /// Asks for the parts of the layout one by one: asked as a whole, it would be copied first.
  @inline(__always)
  func perform<Task: FormulaTask>(_ task: Task, into output: inout Task.Output) {
    if layout.kind == .custom {
      performCustom(task, into: &output)
    } else {
      layout.shape.perform(task, into: &output)
    }
  }

  @inline(never)
  private func performCustom<Task: FormulaTask>(_ task: Task, into output: inout Task.Output) {
    layout.custom?.perform(task, into: &output)
  }
}

extension ResolvedLayout {
  /// Does something with the layout's formula.
  @inline(never)
  func perform<Task: FormulaTask>(_ task: Task, into output: inout Task.Output) {
    if let custom {
      custom.perform(task, into: &output)
    } else {
      shape.perform(task, into: &output)
    }
  }
}

extension CustomPlaces {
  @inline(__always)
  fileprivate func perform<Task: FormulaTask>(_ task: Task, into output: inout Task.Output) {
    switch self {
    case .keyframes(let formula): task.run(formula, into: &output)
    case .function(let function): task.run(CustomFormula(function: function), into: &output)
    }
  }
}

extension LayoutShape {
  @inline(__always)
  fileprivate func perform<Task: FormulaTask>(_ task: Task, into output: inout Task.Output) {
    switch self {
    case .line(let formula): task.run(formula, into: &output)
    case .spotlight(let formula): task.run(formula, into: &output)
    case .rotary(let formula): task.run(formula, into: &output)
    case .cylinder(let formula): task.run(formula, into: &output)
    case .wheel(let formula): task.run(formula, into: &output)
    case .coverFlow(let formula): task.run(formula, into: &output)
    case .ring(let formula): task.run(formula, into: &output)
    case .ellipse(let formula): task.run(formula, into: &output)
    case .fan(let formula): task.run(formula, into: &output)
    case .receding(let formula): task.run(formula, into: &output)
    }
  }
}

/// From the item's plane to the anchor.
struct Anchoring: FormulaTask {
  let item: FormulaItem
  let lens: Lens

  @inline(__always)
  func run(_ formula: some LayoutFormula, into transform: inout Transform) {
    transform = formula.sizedLook(item, lens).transform
  }
}

/// Where one item is drawn.
struct Placing: FormulaTask {
  let index: Int
  let offset: Double
  /// Its place in the row, in mean extents of an item: the same, where all are equally long.
  let along: Double
  let toggle: Double
  let lens: Lens

  @inline(__always)
  func run(_ formula: some LayoutFormula, into placement: inout Placement) {
    let look = formula.sizedLook(FormulaItem(index: index, offset: along, toggle: toggle), lens)
    placement = lens.placement(
      index: index, offset: offset, look.transform, opacity: lens.fade.opacity(offset) * look.opacity)
  }
}
