import CarouselEngine

extension CarouselSettings {
  /// What the carousel engine makes of them.
  public var options: CarouselOptions {
    var options = details
    options.perspective = perspective ?? CarouselOptions().perspective
    options.layout = layout
    options.isVertical = orientation == .vertical
    options.wrap = wrap
    options.spacing = spacing
    return options
  }
}
