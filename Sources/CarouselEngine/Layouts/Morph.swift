import RotundaGeometry

/// A layout on its way out.
struct Morph: Sendable {
  var layout: ResolvedLayout
  /// How large its items were.
  var sizes: ItemSizes
  /// How much farther the carousel was, in items, before it was brought back to where it may be without this layout.
  var offsetShift = 0.0
  /// Its replacement; the progress is how much of that is to be seen.
  var transition: Transition
}
