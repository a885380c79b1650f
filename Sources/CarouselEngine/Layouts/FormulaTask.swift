import RotundaGeometry

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
    transform = formula.look(item, lens).transform
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
    let look = formula.look(FormulaItem(index: index, offset: along, toggle: toggle), lens)
    placement = lens.placement(
      index: index, offset: offset, look.transform, opacity: lens.fade.opacity(offset) * look.opacity)
  }
}
