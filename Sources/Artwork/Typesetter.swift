import CPango
import RotundaGeometry
import Threads

/// Pango's fonts, for the one thread that made them.
///
/// Making one is cheap; the first text it sets reads the system's font configuration, which takes from
/// milliseconds to most of a second.
final class Typesetter {
  /// Most height of a line, as a multiple of the font's size. Fonts for reading stay well below it.
  static let tallestLine = 2.0

  /// Held while fonts are used. Font maps of different threads still share Cairo's and FreeType's fonts
  /// underneath, and drawing with two at once has crashed in FreeType's hinter.
  static let oneAtATime = Monitor(())

  private let fontMap: UnsafeMutablePointer<PangoFontMap>
  private let context: OpaquePointer
  /// The language of texts that name none; empty for the system's.
  private let language: String
  /// The language that the context has now.
  private var spoken: String

  /// Fonts that prefer the first of `languages` (`de`, `zh_TW`, `pt_BR.UTF-8`) where one character has
  /// several shapes.
  init(languages: [String]) {
    language = languages.first.map(Typesetter.languageTag) ?? ""
    spoken = language
    fontMap = rotunda_font_map_new()
    context = pango_font_map_create_context(fontMap)
    // Tiles are scaled and turned in space, so glyphs keep their true positions instead of whole pixels.
    pango_context_set_round_glyph_positions(context, 0)
    setFontOptions()
    if !language.isEmpty { pango_context_set_language(context, pango_language_from_string(language)) }
  }

  deinit {
    Typesetter.oneAtATime.withLock { _ in
      rotunda_object_unref(UnsafeMutableRawPointer(context))
      rotunda_object_unref(fontMap)
    }
  }

  /// Sets `text` in `style`.
  func set(_ text: String, _ style: TextStyle) -> TextLayout {
    speak(style.language.isEmpty ? language : Typesetter.languageTag(style.language))
    return TextLayout(text, style, context)
  }

  /// Pango takes the shapes of characters that languages share from the context's language.
  private func speak(_ language: String) {
    guard language != spoken else { return }
    spoken = language
    let tag = language.isEmpty ? pango_language_get_default() : pango_language_from_string(language)
    pango_context_set_language(context, tag)
  }

  /// The language of what is set next, as Pango has it.
  var contextLanguage: String {
    pango_context_get_language(context).map { String(cString: pango_language_to_string($0)) } ?? ""
  }

  /// How many families of fonts there are.
  var familyCount: Int {
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_font_map_list_families(fontMap, &families, &count)
    g_free(families)
    return Int(count)
  }

  /// Height of a line of `style`'s first font, in pixels; where there are no fonts at all, something sensible.
  func lineHeight(_ style: TextStyle) -> Double {
    min(set("Ág", style).logical.size.height, style.fontSize * Typesetter.tallestLine)
  }

  /// Grey smoothing, since the colour fringes of subpixels would turn with the tile, and shapes that are only
  /// straightened upright, so that letters keep their widths at every scale.
  private func setFontOptions() {
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
  }

  private static func languageTag(_ locale: String) -> String {
    String(locale.prefix { $0 != "." && $0 != "@" && $0 != "\0" })
  }
}
