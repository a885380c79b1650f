import Geometry

/// Something to do with a layout's formula, whichever it is: compiled once for each of them.
protocol FormulaTask {
  associatedtype Outcome
  mutating func run(_ formula: some LayoutFormula) -> Outcome
}

extension Carousel {
  /// Does something with the formula in force.
  ///
  /// Asks for the parts of the layout one by one: asked as a whole, it would be copied first.
  @inline(__always)
  func perform<Task: FormulaTask>(_ task: Task) -> Task.Outcome {
    if layout.kind == .custom { return performCustom(task) }
    var task = task
    return layout.shape.perform(&task)
  }

  /// The same for a task that keeps something.
  @inline(__always)
  func perform<Task: FormulaTask>(changing task: inout Task) where Task.Outcome == Void {
    if layout.kind == .custom { layout.perform(&task) } else { layout.shape.perform(&task) }
  }

  @inline(never)
  private func performCustom<Task: FormulaTask>(_ task: Task) -> Task.Outcome {
    var task = task
    return layout.perform(&task)
  }
}

extension ResolvedLayout {
  /// Does something with the layout's formula.
  func perform<Task: FormulaTask>(_ task: inout Task) -> Task.Outcome {
    switch custom {
    case nil: shape.perform(&task)
    case .keyframes(let formula): task.run(formula)
    case .function(let function): task.run(CustomFormula(function: function))
    }
  }
}

extension LayoutShape {
  @inline(__always)
  fileprivate func perform<Task: FormulaTask>(_ task: inout Task) -> Task.Outcome {
    switch self {
    case .line(let formula): task.run(formula)
    case .rotary(let formula): task.run(formula)
    case .cylinder(let formula): task.run(formula)
    case .wheel(let formula): task.run(formula)
    case .coverFlow(let formula): task.run(formula)
    case .ring(let formula): task.run(formula)
    case .ellipse(let formula): task.run(formula)
    case .fan(let formula): task.run(formula)
    case .receding(let formula): task.run(formula)
    }
  }
}

/// From the item's plane to the anchor.
struct Anchoring: FormulaTask {
  let offset: Double
  let toggle: Double
  let lens: Lens

  @inline(__always)
  func run(_ formula: some LayoutFormula) -> Transform {
    formula.look(offset, toggle: toggle, lens).transform
  }
}

/// Where one item is drawn.
struct Placing: FormulaTask {
  let index: Int
  let offset: Double
  let toggle: Double
  let lens: Lens

  @inline(__always)
  func run(_ formula: some LayoutFormula) -> Placement {
    let look = formula.look(offset, toggle: toggle, lens)
    return lens.placement(
      index: index, offset: offset, look.transform, opacity: lens.fade.opacity(offset) * look.opacity)
  }
}
