import CarouselEngine
import RotundaGeometry
import Rendering
import Shell

/// What a preview shows: a configuration's launcher, set up as the command line says.
struct PreviewSubject {
  let content: ConfigurationSource.Content
  let options: PreviewOptions
  /// Of whoever looks at it, best first.
  let languages: [String]
  let words: Words

  /// The launcher's screen, `size` points large.
  func photograph(
    on stage: OffscreenStage, layout: LayoutKind? = nil, size: Size? = nil, scale: Double? = nil
  ) throws(GraphicsError) -> Photograph {
    var shelves = content.shelves
    if let layout = layout ?? options.layout {
      for index in shelves.indices { shelves[index].settings.layout = layout }
    }
    var configuration = content.configuration
    if let theme = options.theme { configuration.theme.name = theme }
    var shell = Shell(
      configuration: configuration, shelves: shelves, problems: content.problems)
    var effects: [ShellEffect] = []
    shell.handle(.languages(languages, words), at: 0, into: &effects)
    shell.handle(.wallTime(.preview), at: 0, into: &effects)
    return try stage.photograph(
      &shell, size: size ?? options.size, scale: scale ?? options.scale, time: options.time,
      scrollOffset: options.scrollOffset, open: options.open)
  }
}
