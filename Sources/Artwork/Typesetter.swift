import CPango
import RotundaGeometry
import Scene
import Threads

/// Pango's fonts, for the thread that created them.
///
/// Creation is cheap. The first text reads the system's font configuration, which takes from milliseconds to
/// most of a second.
final class Typesetter {
  /// The largest line height, as a multiple of the font size. Fonts for reading stay well below it.
  private static let tallestLine = 2.0

  /// The lock for all use of fonts. Font maps of different threads share Cairo's and FreeType's fonts
  /// internally, and concurrent drawing has crashed in FreeType's hinter.
  static let oneAtATime = Monitor(())

  /// The number of font sizes after which the fonts are recreated.
  ///
  /// Pango keeps the fonts of its last 256 sizes, each with about 30 KiB of glyphs. A screen has a dozen
  /// sizes, and another dozen after its size changes.
  private static let mostSizes = 32

  private var fontMap: UnsafeMutablePointer<PangoFontMap>
  private var context: OpaquePointer
  /// The font sizes that were used so far.
  private var sizes: Set<Double> = []
  /// The version of the theme's fonts in this font map.
  private var themeFonts = 0
  /// The language of texts without one; empty for the system's.
  private let language: String
  /// The current language of the context.
  private var spoken: String
  private let hyphenation: Hyphenation

  /// Creates fonts that prefer the first of `languages` (`de`, `zh_TW`, `pt_BR.UTF-8`) for characters with
  /// several shapes.
  init(languages: [String], hyphenation: Hyphenation = Hyphenation()) {
    self.hyphenation = hyphenation
    language = languages.first.map(Typesetter.languageTag) ?? ""
    spoken = language
    (fontMap, context) = Typesetter.makeFonts()
    if !language.isEmpty { pango_context_set_language(context, pango_language_from_string(language)) }
  }

  deinit { Typesetter.oneAtATime.withLock { _ in freeFonts() } }

  private static func makeFonts() -> (UnsafeMutablePointer<PangoFontMap>, OpaquePointer) {
    let fontMap = rotunda_font_map_new()
    let context: OpaquePointer = pango_font_map_create_context(fontMap)
    // Tiles are scaled and rotated in space, so glyphs keep their exact positions instead of whole pixels.
    pango_context_set_round_glyph_positions(context, 0)
    setFontOptions(of: context)
    return (fontMap, context)
  }

  private func freeFonts() {
    rotunda_object_unref(UnsafeMutableRawPointer(context))
    rotunda_object_unref(fontMap)
  }

  /// Recreates the fonts. Existing layouts keep their own.
  private func forgetFonts() {
    freeFonts()
    (fontMap, context) = Typesetter.makeFonts()
    sizes = []
    speak(spoken, anew: true)
  }

  func set(_ text: String, _ style: TextStyle) -> TextLayout {
    let themeFonts = ThemeFonts.load()
    let isFull = sizes.count >= Typesetter.mostSizes && !sizes.contains(style.fontSize)
    if isFull || themeFonts != self.themeFonts { forgetFonts() }
    self.themeFonts = themeFonts
    sizes.insert(style.fontSize)
    speak(style.language.isEmpty ? language : Typesetter.languageTag(style.language))
    return TextLayout(text, style, context)
  }

  /// The first letter of scripts whose fonts differ so much from Latin ones that digits of either stand out:
  /// Armenian and all following scripts.
  private static let firstForeign: UInt32 = 0x530

  /// Returns the font family for the first letter of a text; nil for Latin, Greek and Cyrillic, and if no
  /// font has the letter.
  func family(writing text: String, _ style: TextStyle) -> String? {
    let first = text.unicodeScalars.first { $0.properties.isAlphabetic }
    guard let letter = first, letter.value >= Self.firstForeign else { return nil }
    speak(style.language.isEmpty ? language : Typesetter.languageTag(style.language))
    let wanted = style.fontDescription
    defer { pango_font_description_free(wanted) }
    guard let fonts = pango_context_load_fontset(context, wanted, pango_context_get_language(context)) else {
      return nil
    }
    defer { rotunda_object_unref(fonts) }
    guard let font = pango_fontset_get_font(fonts, letter.value) else { return nil }
    defer { rotunda_object_unref(font) }
    guard let found = pango_font_describe(font) else { return nil }
    defer { pango_font_description_free(found) }
    return pango_font_description_get_family(found).map { String(cString: $0) }
  }

  /// Returns `text` with soft hyphens in its words of at least `letters` letters, if its language has a
  /// dictionary.
  func hyphenated(_ text: String, _ style: TextStyle, from letters: Int) -> String {
    hyphenation.hyphenated(
      text, language: style.language.isEmpty ? language : Typesetter.languageTag(style.language),
      from: letters)
  }

  /// Sets the language of the context, from which Pango takes the shapes of characters that languages share.
  private func speak(_ language: String, anew: Bool = false) {
    guard anew || language != spoken else { return }
    spoken = language
    let tag = language.isEmpty ? pango_language_get_default() : pango_language_from_string(language)
    pango_context_set_language(context, tag)
  }

  /// The language of the next text, from Pango.
  var contextLanguage: String {
    pango_context_get_language(context).map { String(cString: pango_language_to_string($0)) } ?? ""
  }

  var familyCount: Int {
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_font_map_list_families(fontMap, &families, &count)
    g_free(families)
    return Int(count)
  }

  /// Returns the line height of `style`'s first font, in pixels; a reasonable value if the system has no
  /// fonts.
  func lineHeight(_ style: TextStyle) -> Double {
    min(set("Ág", style).logical.size.height, style.fontSize * Typesetter.tallestLine)
  }

  /// Sets gray antialiasing, because the color fringes of subpixels would rotate with the tile. Sets only
  /// vertical hinting, which keeps the widths of letters at every scale.
  private static func setFontOptions(of context: OpaquePointer) {
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

/// The style of a text. Lengths are in pixels.
struct TextStyle {
  /// The font weight, in the units of CSS.
  enum Weight: UInt32 {
    case regular = 400
    case medium = 500
    case bold = 700
  }

  /// The point at which an ellipsis truncates the text.
  enum Limit {
    case lines(Int)
    case height(Int)
    /// No limit.
    case none
  }

  /// The range of font sizes.
  private static let fontSizes = 1.0...1024.0

  /// A Pango family list.
  var family: String
  /// The language tag; empty for the typesetter's own.
  var language: String
  /// The font size, within `fontSizes`.
  var fontSize: Double {
    didSet { fontSize = TextStyle.bounded(fontSize) }
  }
  var weight: Weight
  var isCentered: Bool
  /// The width at which lines wrap.
  var width: Int
  var limit: Limit
  /// Whether a word wider than a line is broken. Otherwise it exceeds the line.
  var breaksWords = true
  /// The minimum line spacing, as a multiple of the font size; nil uses the font's own.
  var lineHeight: Double? {
    didSet { lineHeight = lineHeight.map { $0 > 0 ? min($0, 4) : 0 } }
  }

  init(
    family: String, language: String = "", fontSize: Double, weight: Weight = .regular,
    isCentered: Bool = false, width: Int,
    limit: Limit
  ) {
    self.family = family
    self.language = language
    self.fontSize = TextStyle.bounded(fontSize)
    self.weight = weight
    self.isCentered = isCentered
    self.width = width
    self.limit = limit
  }

  /// Returns `size` within `fontSizes`. NaN becomes the smallest.
  private static func bounded(_ size: Double) -> Double {
    size >= fontSizes.lowerBound ? min(size, fontSizes.upperBound) : fontSizes.lowerBound
  }
}

/// A text broken into lines. Lengths are in pixels.
struct TextLayout: ~Copyable {
  private let layout: OpaquePointer

  init(_ text: String, _ style: TextStyle, _ context: OpaquePointer) {
    layout = pango_layout_new(context)
    setFont(style)
    pango_layout_set_width(layout, TextLayout.units(style.width))
    switch style.limit {
    case .lines(let count): pango_layout_set_height(layout, -Int32(clamping: count))
    case .height(let pixels): pango_layout_set_height(layout, TextLayout.units(pixels))
    case .none: break
    }
    pango_layout_set_wrap(layout, style.breaksWords ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
    if case .none = style.limit {} else { pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END) }
    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    forbidHyphens(of: text, attributes)
    pango_layout_set_alignment(layout, style.isCentered ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT)
    pango_layout_set_text(layout, text, -1)
    if let height = style.lineHeight { spread(to: height * style.fontSize, attributes) }
  }

  /// Forbids automatic hyphens. They would be at wrong places when a word must be broken. Soft hyphens are at
  /// the right ones.
  private func forbidHyphens(of text: String, _ attributes: OpaquePointer?) {
    guard text.unicodeScalars.contains(.softHyphen) else {
      pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
      pango_layout_set_attributes(layout, attributes)
      return
    }
    let words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
    for word in words where !word.contains(.softHyphen) {
      guard let attribute = pango_attr_insert_hyphens_new(0) else { continue }
      let start = text.utf8.distance(from: text.startIndex, to: word.startIndex)
      let length = text.utf8.distance(from: word.startIndex, to: word.endIndex)
      attribute.pointee.start_index = UInt32(clamping: start)
      attribute.pointee.end_index = UInt32(clamping: start + length)
      pango_attr_list_insert(attributes, attribute)
    }
    pango_layout_set_attributes(layout, attributes)
  }

  /// Sets the line spacing in pixels. Scripts with taller lines keep their own.
  private func spread(to height: Double, _ attributes: OpaquePointer?) {
    guard logical.size.height / Double(max(1, lineCount)) < height else { return }
    let units = Int32(clamping: Int((height * unitsPerPixel).rounded()))
    // Pango ignores the list that it already has, so remove it first.
    pango_layout_set_attributes(layout, nil)
    pango_attr_list_insert(attributes, pango_attr_line_height_new_absolute(units))
    pango_layout_set_attributes(layout, attributes)
  }

  deinit { rotunda_object_unref(UnsafeMutableRawPointer(layout)) }

  var isEllipsized: Bool { pango_layout_is_ellipsized(layout) != 0 }
  /// Whether the fonts have all characters of the text.
  var isComplete: Bool { pango_layout_get_unknown_glyphs_count(layout) == 0 }
  var lineCount: Int { Int(pango_layout_get_line_count(layout)) }
  /// The line starts, in bytes of the text.
  var lineStarts: [Int] {
    (0..<Int32(lineCount)).compactMap {
      pango_layout_get_line_readonly(layout, $0).map { Int($0.pointee.start_index) }
    }
  }
  /// The logical boxes of the lines.
  var logical: Rectangle { extents.logical }
  /// The area with ink.
  var ink: Rectangle { extents.ink }

  /// Returns the position of a caret before this byte, in pixels from the origin of the boxes. In text of the
  /// opposite direction that is where the next letter appears.
  func caret(at byte: Int) -> Double {
    var strong = PangoRectangle()
    pango_layout_get_cursor_pos(layout, Int32(clamping: byte), &strong, nil)
    return Double(strong.x) / unitsPerPixel
  }

  /// Draws the text in `color`, with the origin of its boxes at `origin`.
  func draw(on canvas: borrowing Canvas, at origin: Point, _ color: Color) {
    canvas.setPaint(color)
    cairo_move_to(canvas.context, origin.x, origin.y)
    pango_cairo_show_layout(canvas.context, layout)
  }

  private var extents: (ink: Rectangle, logical: Rectangle) {
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, &ink, &logical)
    return (TextLayout.pixels(ink), TextLayout.pixels(logical))
  }

  private borrowing func setFont(_ style: TextStyle) {
    let font = style.fontDescription
    defer { pango_font_description_free(font) }
    pango_layout_set_font_description(layout, font)
  }

  private static func units(_ pixels: Int) -> Int32 {
    Int32(clamping: max(1, min(pixels, RasterSize.longestSide)) * Int(PANGO_SCALE))
  }

  private static func pixels(_ area: PangoRectangle) -> Rectangle {
    Rectangle(
      origin: Point(Double(area.x) / unitsPerPixel, Double(area.y) / unitsPerPixel),
      size: Size(Double(area.width) / unitsPerPixel, Double(area.height) / unitsPerPixel))
  }
}

extension TextStyle {
  /// The font as a Pango description. The caller must free it.
  fileprivate var fontDescription: OpaquePointer? {
    let font = pango_font_description_new()
    pango_font_description_set_family(font, family)
    pango_font_description_set_absolute_size(font, fontSize * unitsPerPixel)
    pango_font_description_set_weight(font, PangoWeight(rawValue: weight.rawValue))
    return font
  }
}

private let unitsPerPixel = Double(PANGO_SCALE)

/// Draws a text block in the smallest bitmap that holds the text.
struct TextPainter {
  let typesetter: Typesetter

  /// Returns the pixels of `block`, wrapped at the width of `size` and ellipsized at its height; nil without
  /// memory.
  ///
  /// No letter is cut off. If a script's lines are too high for `size`, its letters get smaller.
  func paint(_ block: TextBlock, _ size: RasterSize) -> Bitmap? {
    let text = fit(block, size)
    guard let canvas = Canvas(text.pixels(within: size.pixels)) else { return nil }
    text.layout.draw(on: canvas, at: -text.area.origin, block.color)
    return canvas.finish(isOpaque: false)
  }

  /// Returns the pixels of an input line, with the caret positions; nil without memory. Cuts off text that
  /// does not fit into `size`.
  func paintLine(_ block: TextBlock, _ size: RasterSize, _ carets: inout [Int]) -> Bitmap? {
    var style = style(of: block, size)
    style.limit = .none
    style.breaksWords = false
    style.width = RasterSize.longestSide
    let layout = typesetter.set(block.text, style)
    let area = layout.logical
    var byte = 0
    carets = block.text.map { character in
      defer { byte += String(character).utf8.count }
      return Int((layout.caret(at: byte) - area.origin.x).rounded())
    }
    carets.append(Int((layout.caret(at: byte) - area.origin.x).rounded()))
    // A caret at the end needs a pixel, and so does a line without letters.
    let pixels = PixelSize(
      min(Int(area.size.width.rounded(.up)) + 1, size.pixels.width),
      min(max(1, Int(area.size.height.rounded(.up))), size.pixels.height))
    guard let canvas = Canvas(pixels) else { return nil }
    layout.draw(on: canvas, at: -area.origin, block.color)
    return canvas.finish(isOpaque: false)
  }

  /// The number of attempts to shrink letters or lines before the text is cut off.
  private static let mostTries = 8

  /// The smallest number of letters in a word that is broken at hyphens.
  private static let shortestBroken = 8
  /// Scale factors to try before a word is broken without a hyphen.
  private static let shrinks = [1, 0.93, 0.86, 0.8]
  /// Scale factors for a title of one line to try before it is cut off.
  private static let titleShrinks = [1, 0.93, 0.86, 0.8, 0.75]

  /// Sets `block` in a size with which all of it fits into `size`.
  func fit(_ block: TextBlock, _ size: RasterSize) -> FittedText {
    var style = style(of: block, size)
    let plain = block.mostLines == 1 ? block.text.displayableLabel : block.text.displayableText
    let text = block.mostLines == 1 ? complete(plain, &style) : unbroken(plain, &style)
    for _ in 0..<Self.mostTries {
      let fitted = FittedText(typesetter.set(text, style))
      let (across, down) = (
        fitted.area.size.width - Double(size.pixels.width),
        fitted.area.size.height - Double(size.pixels.height)
      )
      guard across > 0 || down > 0 else { return fitted }
      // Whole pixels and slight hinting prevent exact multiples of the font size.
      if down > 0 { style.fontSize *= min(0.98, Double(size.pixels.height) / fitted.area.size.height) }
      if across > 0 {
        // Makes room for overhanging letters, unless a single letter is wider than the line.
        let width = style.width - Int(across)
        if width >= Int(style.fontSize) { style.width = width } else { style.fontSize *= 0.8 }
      }
    }
    return FittedText(typesetter.set(text, style))
  }

  /// Returns the text of a single line. Reduces the font size of a title until it fits.
  private func complete(_ text: String, _ style: inout TextStyle) -> String {
    guard style.weight == .bold else { return text }
    for shrink in Self.titleShrinks {
      var smaller = style
      smaller.fontSize *= shrink
      if !typesetter.set(text, smaller).isEllipsized {
        style = smaller
        break
      }
    }
    return text
  }

  /// Returns a text whose words fit or break at hyphens. Reduces the font size if that keeps words whole.
  /// Bold text is a title, which shrinks before it is hyphenated. Other text keeps the size of the
  /// surrounding text if possible.
  private func unbroken(_ text: String, _ style: inout TextStyle) -> String {
    guard breaksWords(text, style) else { return text }
    let hyphenated = typesetter.hyphenated(text, style, from: Self.shortestBroken)
    for candidate in style.weight == .bold ? [text, hyphenated] : [hyphenated] {
      for shrink in Self.shrinks {
        var smaller = style
        smaller.fontSize *= shrink
        if !breaksWords(candidate, smaller) {
          style = smaller
          return candidate
        }
      }
    }
    return hyphenated.withoutShortRests(typesetter.set(hyphenated, style).lineStarts)
  }

  private func breaksWords(_ text: String, _ style: TextStyle) -> Bool {
    text.breaksWords(at: typesetter.set(text, style).lineStarts)
  }

  private func style(of block: TextBlock, _ size: RasterSize) -> TextStyle {
    var style = TextStyle(
      family: block.fontFamily, language: block.language, fontSize: block.fontSize * size.scale,
      weight: block.isBold ? .bold : .regular,
      isCentered: block.alignment == .center, width: size.pixels.width,
      limit: block.mostLines.map { .lines(max(1, $0)) } ?? .height(size.pixels.height))
    style.lineHeight = block.lineHeight
    return style
  }
}

/// A text layout, and the area of its pixels.
struct FittedText: ~Copyable {
  let layout: TextLayout
  /// The boxes of the lines in whole pixels, extended for overhanging letters: italics extend sideways, and
  /// marks above and below. Stacked marks are cut off after half a line.
  let area: Rectangle

  init(_ layout: consuming TextLayout) {
    let lines = layout.logical
    let ink = layout.ink.size.isEmpty ? lines : layout.ink
    let overhang = lines.size.height / Double(max(1, layout.lineCount)) / 2
    let left = min(lines.origin.x, ink.origin.x).rounded(.down)
    let right = max(lines.maxX, ink.maxX).rounded(.up)
    let top = min(lines.origin.y, max(ink.origin.y, lines.origin.y - overhang)).rounded(.down)
    let bottom = max(lines.maxY, min(ink.maxY, lines.maxY + overhang)).rounded(.up)
    area = Rectangle(origin: Point(left, top), size: Size(right - left, bottom - top))
    self.layout = layout
  }

  /// Returns the pixels to draw, within `limit`.
  func pixels(within limit: PixelSize) -> PixelSize {
    PixelSize(
      min(max(1, Int(area.size.width)), limit.width), min(max(1, Int(area.size.height)), limit.height))
  }
}

/// A survey of the installed fonts and their letters.
package struct FontSurvey {
  private let typesetter = Typesetter(languages: [])

  package init() {}

  package var familyCount: Int { Typesetter.oneAtATime.withLock { _ in typesetter.familyCount } }

  /// Reports whether the fonts have every character of `text`.
  package func canWrite(_ text: String) -> Bool {
    Typesetter.oneAtATime.withLock { _ in
      typesetter.set(text, TextStyle(family: "sans", fontSize: 20, width: 1000, limit: .lines(1))).isComplete
    }
  }
}
