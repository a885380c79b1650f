import Configuration
import Languages
import RotundaGeometry
import Scene

/// A visible line of a form: a row, or one of the choices of an open row.
struct FormLine: Hashable, Sendable {
  /// The element at the end of a line.
  enum Sign: Hashable, Sendable {
    case nothing
    /// An arrow that leads to the choices.
    case more
    case isOn(Bool)
    case check(Bool)
    /// A minus and a plus button.
    case steps
    case color(Color?)
    case picture(IconSource?)
    case locked
  }

  /// The effect of a press.
  enum Effect: Hashable, Sendable {
    case nothing
    /// Opens the row's choices.
    case open
    case change(FormValue)
    /// Steps to the previous value (−1) or the next (1).
    case step
    /// Asks for a text with this name.
    case write(String, TextField)
  }

  let label: String
  var value = ""
  var sign = Sign.nothing
  var effect = Effect.nothing
  /// Whether a second press cannot undo it.
  var isGrave = false
}

/// Converts rows, and choices of an open row, to lines.
struct FormLines: Sendable {
  let words: Localizer
  /// The names of the days of the week, starting with Monday.
  let weekdays: [String]

  /// The colors to choose from: around the color circle, dark enough for white text; and no color.
  private static let swatches: [UInt32] = [
    0xc8442b, 0xb8601a, 0x8f7300, 0x4d7f2a, 0x1f8267, 0x1c7f9c, 0x3a6ea5, 0x5b5fc7, 0x8a4fb5, 0xb23a84,
    0x6b7280, 0x1a2030,
  ]
  private static let chosen = "✓"

  func line(_ row: FormRow) -> FormLine {
    var line = shown(row)
    if let barrier = row.barrier {
      (line.effect, line.sign) = (.nothing, .locked)
      line.value = line.value.isEmpty ? barrier : "\(line.value) — \(barrier)"
    }
    return line
  }

  private func shown(_ row: FormRow) -> FormLine {
    switch row.kind {
    case .toggle(let isOn):
      FormLine(
        label: row.label, value: words(isOn ? .on : .off), sign: .isOn(isOn),
        effect: .change(.boolean(!isOn)))
    case .choice(let options, let word):
      FormLine(label: row.label, value: label(of: word, options), sign: .more, effect: .open)
    case .words(let options, let chosen):
      FormLine(
        label: row.label,
        value: chosen.isEmpty
          ? words(.notSet) : chosen.map { label(of: $0, options) }.joined(separator: ", "),
        sign: .more, effect: .open)
    case .number(let value, let number):
      FormLine(label: row.label, value: number.text(value, in: words), sign: .steps, effect: .step)
    case .color(let color):
      FormLine(
        label: row.label, value: color.map(\.hexText) ?? words(.automaticColor), sign: .color(color),
        effect: .open)
    case .text(let text, let kind, let limit):
      FormLine(
        label: row.label, value: text.isEmpty ? words(.notSet) : text, sign: .more,
        effect: .write("", TextField(kind, text: text, limit: limit)))
    case .translated(let texts):
      FormLine(
        label: row.label, value: texts.text.isEmpty ? words(.notSet) : texts.text, sign: .more,
        effect: texts.languages.count < 2 && texts.translations.isEmpty
          ? .write("", TextField(text: texts.text)) : .open)
    case .picture(let name, let pictures):
      FormLine(
        label: row.label, value: name.map { FormPicture.label(of: $0) } ?? words(.notSet),
        sign: .picture(pictures.first { $0.name == name }?.source), effect: .open)
    case .hours(let hours):
      FormLine(label: row.label, value: hours.map(text) ?? words(.always), sign: .more, effect: .open)
    case .action(let isGrave):
      FormLine(label: row.label, sign: .nothing, effect: .change(.pressed), isGrave: isGrave)
    case .pick(let picture):
      FormLine(
        label: row.label, sign: picture == nil ? .more : .picture(picture), effect: .change(.pressed))
    case .shown(let text): FormLine(label: row.label, value: text)
    }
  }

  private func label(of word: String?, _ options: [FormOption]) -> String {
    guard let word else { return words(.automaticChoice) }
    return options.first { $0.word == word }?.label ?? word
  }

  private func text(_ hours: OpeningHours) -> String {
    let span = "\(OpeningHours.time(hours.opens))–\(OpeningHours.time(hours.closes))"
    guard hours.days.count < 7 else { return span }
    return hours.days.sorted().map { weekdays[$0] }.joined(separator: ", ") + " " + span
  }

  /// Returns the choices of an open row, with the names of their values.
  func lines(in row: FormRow) -> [FormLine] {
    switch row.kind {
    case .choice(let options, let word):
      options.map {
        FormLine(label: $0.label, sign: .check($0.word == word), effect: .change(.word($0.word)))
      }
    case .words(let options, let chosen):
      options.map { option in
        let others = chosen.filter { $0 != option.word }
        let isOn = others.count < chosen.count
        return FormLine(
          label: option.label, sign: .check(isOn),
          effect: .change(
            .words(isOn ? others : options.map(\.word).filter { chosen.contains($0) || $0 == option.word })))
      }
    case .color(let color): colorLines(color)
    case .translated(let texts): translationLines(texts)
    case .picture(let name, let pictures):
      [FormLine(label: words(.notSet), sign: .check(name == nil), effect: .change(.word(nil)))]
        + pictures.map {
          FormLine(
            label: FormPicture.label(of: $0.name), value: $0.name == name ? Self.chosen : "",
            sign: .picture($0.source),
            effect: .change(.word($0.name)))
        }
    case .hours(let hours): hourLines(hours)
    case .toggle, .number, .text, .action, .pick, .shown: []
    }
  }

  private func colorLines(_ color: Color?) -> [FormLine] {
    let text = color?.hexText ?? ""
    return [FormLine(label: words(.automaticColor), sign: .check(color == nil), effect: .change(.color(nil)))]
      + Self.swatches.map { hex in
        let swatch = Color(hex: hex)
        return FormLine(
          label: swatch.hexText, value: swatch.hexText == text ? Self.chosen : "", sign: .color(swatch),
          effect: .change(.color(swatch)))
      }
      + [
        FormLine(
          label: words(.otherColor), value: text, sign: .more,
          effect: .write("color", TextField(.address, text: text, placeholder: "#3a6ea5", limit: 7)))
      ]
  }

  private func translationLines(_ texts: FormTexts) -> [FormLine] {
    let all = FormLine(
      label: words(.allOtherLanguages), value: texts.text, sign: .more,
      effect: .write("", TextField(text: texts.text)))
    let tags = Set(texts.languages).union(texts.translations.keys).sorted()
    return [all]
      + tags.map { tag in
        let text = texts.translations[tag] ?? ""
        return FormLine(
          label: LanguageName.own(of: tag), value: text, sign: .more,
          effect: .write(
            tag, TextField(text: text, placeholder: texts.text, language: tag)))
      }
  }

  private func hourLines(_ hours: OpeningHours?) -> [FormLine] {
    let always = FormLine(
      label: words(.always), sign: .check(hours == nil),
      effect: .change(.hours(hours == nil ? OpeningHours() : nil)))
    guard let hours else { return [always] }
    let ends = [
      FormLine(label: words(.hoursFrom), value: OpeningHours.time(hours.opens), sign: .steps, effect: .step),
      FormLine(
        label: words(.hoursUntil), value: OpeningHours.time(hours.closes), sign: .steps, effect: .step),
    ]
    return [always] + ends
      + (0..<7).map { day in
        var other = hours
        other.toggle(day)
        let isOn = hours.days.contains(day)
        return FormLine(
          label: weekdays[day], sign: .isOn(isOn),
          effect: other == hours ? .nothing : .change(.hours(other)))
      }
  }

  /// Returns the new value of a row after a step on one of its lines; nil if the row has no steps.
  func step(_ row: FormRow, line: Int?, by direction: Int) -> FormValue? {
    switch row.kind {
    case .number(let value, let number): return .number(number.next(to: value, by: direction))
    case .hours(var hours?):
      if line == 1 { hours.moveOpening(by: direction) }
      if line == 2 { hours.moveClosing(by: direction) }
      return .hours(hours)
    default: return nil
    }
  }

  /// Returns the new value of a row after text entry; nil if the text is not a valid value.
  func value(of row: FormRow, written text: String, in name: String) -> FormValue? {
    switch row.kind {
    case .text: return .text(text)
    case .translated(let texts):
      var translations = texts.translations
      if name.isEmpty { return .translated(text, translations) }
      translations[name] = text.isEmpty ? nil : text
      return .translated(texts.text.isEmpty ? text : texts.text, translations)
    case .color: return Color(hexText: text).map { .color($0) }
    default: return nil
    }
  }
}

extension Color {
  /// Parses a color such as `#3a6ea5` or `#36a`. Returns nil for other texts.
  init?(hexText: String) {
    guard hexText.first == "#" else { return nil }
    var digits = hexText.dropFirst().map { String($0) }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6, let value = UInt32(digits.joined(), radix: 16) else { return nil }
    self.init(hex: value)
  }
}
