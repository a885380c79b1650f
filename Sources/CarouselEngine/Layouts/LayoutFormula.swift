import RotundaGeometry

/// A function from offset to transform, with precomputed numbers.
///
/// A frame selects one formula and uses it for all its items.
protocol LayoutFormula {
  /// Returns the item's transform without perspective and viewpoint.
  func local(_ offset: Double, toggle: Double) -> Transform
  /// Returns the transform and the opacity of an item seen through a lens. The opacity is only the formula's
  /// part.
  func look(_ item: FormulaItem, _ lens: Lens) -> FormulaLook
}

/// The input of a formula for one item.
struct FormulaItem {
  var index: Int
  /// The distance from the center, in mean item extents.
  var offset: Double
  /// The toggle of the current item, −1 to 1.
  var toggle: Double
}

/// The result of a formula for an offset.
struct FormulaLook {
  /// The transform from the item's plane to the anchor (center of the bounds plus content offset), including
  /// perspective.
  var transform: Transform
  /// 0 to 1.
  var opacity = 1.0
}

extension LayoutFormula {
  /// Returns the look of an item, including the scale that depends on the offset.
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

/// A caller's function, which gets the start transform and returns any transform.
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

/// A layout with precomputed numbers: one function from offset to transform.
///
/// The cases hold plain numbers only. Therefore a frame causes no reference counting.
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

/// An operation on the formula of any layout. The compiler specializes it for each formula.
///
/// The result goes directly to the caller's memory.
protocol FormulaTask {
  associatedtype Output
  func run(_ formula: some LayoutFormula, into output: inout Output)
}

extension Carousel {
  /// Performs a task with the formula of the current layout.
  ///
  /// Reads the parts of the layout one by one, because reading the whole layout would copy it.
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
  /// Performs a task with the layout's formula.
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

/// Computes the transform from the item's plane to the anchor.
struct Anchoring: FormulaTask {
  let item: FormulaItem
  let lens: Lens

  @inline(__always)
  func run(_ formula: some LayoutFormula, into transform: inout Transform) {
    transform = formula.sizedLook(item, lens).transform
  }
}

/// Computes the placement of one item.
struct Placing: FormulaTask {
  let index: Int
  let offset: Double
  /// The position in the row relative to the center, in mean item extents; equal to `offset` if all items
  /// have the same length.
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
