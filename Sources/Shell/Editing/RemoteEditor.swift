import Configuration
import RotundaGeometry
import Scene

/// The editor for a page in a browser: the same forms as on the screen, as plain values.
///
/// Values arrive as texts, as an HTML form sends them. The present row interprets them, and refuses others.
package struct RemoteEditor: Sendable {
  /// The subject of a form.
  package enum Subject: Hashable, Sendable {
    case screen
    case tile(String)
    case move(String)
    /// A new tile at the end of a shelf or folder.
    case add(to: String)

    /// The subject of a word and an id; nil for none.
    package init?(_ word: String, id: String) {
      switch word {
      case "screen": self = .screen
      case "tile": self = .tile(id)
      case "move": self = .move(id)
      case "add": self = .add(to: id)
      default: return nil
      }
    }
  }

  /// A thing that visitors can open, or a folder.
  package struct Tile: Hashable, Sendable {
    package let id, name: String
    /// Its picture, by an absolute path.
    package let picture: String?
    /// The reason why it cannot change; nil if it can.
    package let barrier: String?
    package let inside: [Tile]
  }

  package struct Shelf: Hashable, Sendable {
    /// Empty for the first carousel.
    package let id: String
    package let name: String?
    package let tiles: [Tile]
  }

  package struct Row: Hashable, Sendable {
    package let id, label: String
    package let control: Control
    package let barrier: String?
  }

  /// A word with its label.
  package struct Option: Hashable, Sendable {
    package let word, label: String
  }

  /// The control that sets a row.
  package enum Control: Hashable, Sendable {
    case toggle(Bool)
    case choice([Option], String?)
    case words([Option], [String])
    case number(Double?, ClosedRange<Double>, canBeNothing: Bool, label: String)
    /// As `#rrggbb`.
    case color(String?)
    case text(String, isAddress: Bool, limit: Int)
    case texts(String, [String: String], languages: [String])
    case picture(String?, [String])
    /// Days from Monday on, minutes of the day; nil is always.
    case hours(days: [Int], from: Int, until: Int)
    case noHours
    case action(isGrave: Bool)
    case shown(String)
  }

  /// The result of a change.
  package enum Outcome: Hashable, Sendable {
    case edits([Edit], closes: Bool)
    case subject(Subject)
    case refused(String)
    case nothing
  }

  /// The languages of the launcher's texts, as tags.
  package static let languages = FirstRun.languages
  /// The most characters of a text.
  private static let longest = 2000

  private var editor = Editor()
  private let words: Localizer

  /// The editor in the words of a language.
  package init(_ words: Localizer) { self.words = words }

  /// Takes the state of the editing session.
  package mutating func update(_ state: EditingState, _ shelves: [LauncherShelf], pictures: [String]) {
    editor.update(state, shelves)
    editor.files = pictures
  }

  // MARK: Contents

  /// The days of the week from Monday on, in the words of the language.
  package var weekdays: [String] {
    let calendar = CalendarWords([words.language])
    return (0..<7).map { calendar.weekday(($0 + 1) % 7) }
  }

  /// All tiles.
  package var shelves: [Shelf] {
    let content = editor.content(words)
    func tile(_ tile: LauncherTile) -> Tile {
      Tile(
        id: tile.id, name: tile.name, picture: picture(of: tile.id), barrier: content.barriers[tile.id],
        inside: tile.inside.map(tile(_:)))
    }
    return content.shelves.map { Shelf(id: $0.id, name: $0.name, tiles: $0.tiles.map(tile(_:))) }
  }

  private func picture(of id: String) -> String? {
    if case .path(let path)? = editor.tile(id)?.look.picture { path } else { nil }
  }

  /// The file with the text of a tile's page; nil for a tile without one.
  package func pageFile(of id: String) -> String? {
    if case .page(let page)? = editor.tile(id)?.action { page.file.text } else { nil }
  }

  /// Returns the picture of a tile, and the point of it that stays visible when it is cut, each 0 to 1.
  /// Returns nil for a tile without a picture, or one that cannot be changed.
  package func cut(of id: String) -> (picture: String, x: Double, y: Double)? {
    guard let picture = picture(of: id), let focus = editor.tile(id)?.look.focus,
      editor.state?.tiles[id]?.barrier == nil
    else { return nil }
    return (picture, focus.x, focus.y)
  }

  /// Returns the edits that keep another point of a tile's picture visible; nil for a tile without a picture.
  package func cutting(_ id: String, x: Double, y: Double) -> [Edit]? {
    guard cut(of: id) != nil, (0...1).contains(x), (0...1).contains(y) else { return nil }
    return [.setTile(id, key: "picture-focus", .numbers([x, y]))]
  }

  /// All pictures that a form offers or a tile has.
  package var pictures: Set<String> {
    var pictures = Set(editor.files)
    func add(_ tiles: [Tile]) {
      for tile in tiles {
        if let picture = tile.picture { pictures.insert(picture) }
        add(tile.inside)
      }
    }
    for shelf in shelves { add(shelf.tiles) }
    if case .path(let logo)? = editor.state?.configuration.brand.logo { pictures.insert(logo) }
    return pictures
  }

  /// A form: its title, and its rows; nil for a subject that is gone.
  package mutating func form(_ subject: Subject) -> (title: String, rows: [Row])? {
    editor.show(subject.editors)
    guard let form = editor.form(words) else { return nil }
    return (
      form.title,
      form.rows.compactMap { row in
        control(row.kind).map { Row(id: row.id, label: row.label, control: $0, barrier: row.barrier) }
      }
    )
  }

  /// Returns the control for a row; nil for choices among applications and files of this machine, which only
  /// the screen offers.
  private func control(_ kind: FormRow.Kind) -> Control? {
    switch kind {
    case .toggle(let isOn): .toggle(isOn)
    case .choice(let options, let chosen): .choice(options.map(Self.option), chosen)
    case .words(let options, let chosen): .words(options.map(Self.option), chosen)
    case .number(let value, let number):
      .number(
        value, number.range, canBeNothing: number.canBeNothing, label: number.text(value, in: words))
    case .color(let color): .color(color?.hexText)
    case .text(let text, let kind, let limit): .text(text, isAddress: kind == .address, limit: limit)
    case .translated(let texts):
      .texts(texts.text, texts.translations, languages: texts.languages)
    case .picture(let path, let pictures): .picture(path, pictures.map(\.name))
    case .hours(let hours?): .hours(days: hours.days.sorted(), from: hours.opens, until: hours.closes)
    case .hours(nil): .noHours
    case .action(let isGrave): .action(isGrave: isGrave)
    case .shown(let text): .shown(text)
    case .pick: nil
    }
  }

  private static func option(_ option: FormOption) -> Option {
    Option(word: option.word, label: option.label)
  }

  // MARK: Changes

  /// The edits for new values of a row of a form. Fields that the row does not know are ignored.
  package mutating func change(
    _ row: String, of subject: Subject, to fields: [(name: String, value: String)]
  ) -> Outcome {
    editor.show(subject.editors)
    guard let present = editor.form(words)?.rows.first(where: { $0.id == row }) else {
      return .refused(words(.webGone))
    }
    if let barrier = present.barrier { return .refused(barrier) }
    guard let value = value(of: present.kind, in: fields) else { return .refused(words(.webNoValue)) }
    switch editor.outcome(of: FormChange(form: Editor.form, row: row, value: value), words) {
    case .edit(let edits, let closes): return .edits(edits, closes: closes)
    case .subject(let subject): return Subject(subject).map { .subject($0) } ?? .nothing
    case .noAddress: return .refused(words(.setupNoAddress))
    case .nothing, .folder, .save, .discard, .close, .keep, .unusable: return .nothing
    }
  }

  /// Interprets fields for a row. Returns nil if they make no sense.
  private func value(of kind: FormRow.Kind, in fields: [(name: String, value: String)]) -> FormValue? {
    let text = fields.first { $0.name == "value" }?.value ?? ""
    let all = fields.filter { $0.name == "value" }.map(\.value)
    switch kind {
    case .toggle: return ["true", "false"].contains(text) ? .boolean(text == "true") : nil
    case .choice(let options, _):
      if text.isEmpty { return .word(nil) }
      return options.contains { $0.word == text } ? .word(text) : nil
    case .words(let options, _):
      let known = Set(options.map(\.word))
      return all.allSatisfy(known.contains) ? .words(all) : nil
    case .number(_, let number):
      if text.isEmpty { return number.canBeNothing ? .number(nil) : nil }
      guard let value = Double(text), number.range.contains(value) else { return nil }
      return .number(value)
    case .color:
      if text.isEmpty { return .color(nil) }
      return Color(hexText: text).map { .color($0) }
    case .text(_, _, let limit): return Self.isText(text, upTo: limit) ? .text(text) : nil
    case .translated(let texts): return translations(texts, fields)
    case .picture(_, let pictures):
      if text.isEmpty { return .word(nil) }
      return pictures.contains { $0.name == text } ? .word(text) : nil
    case .hours: return hours(fields)
    case .action: return .pressed
    case .shown, .pick: return nil
    }
  }

  private static func isText(_ text: String, upTo limit: Int) -> Bool {
    text.count <= limit && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }

  private func translations(
    _ texts: FormTexts, _ fields: [(name: String, value: String)]
  ) -> FormValue? {
    let text = fields.first { $0.name == "value" }?.value ?? ""
    guard Self.isText(text, upTo: Self.longest) else { return nil }
    var translations = texts.translations
    for language in texts.languages {
      guard let field = fields.first(where: { $0.name == "value.\(language)" }) else { continue }
      guard Self.isText(field.value, upTo: Self.longest) else { return nil }
      translations[language] = field.value.isEmpty ? nil : field.value
    }
    return .translated(text, translations)
  }

  private func hours(_ fields: [(name: String, value: String)]) -> FormValue? {
    let days = fields.filter { $0.name == "day" }.compactMap { Int($0.value) }
    guard !days.isEmpty else { return .hours(nil) }
    func minutes(_ name: String) -> Int? {
      let parts = (fields.first { $0.name == name }?.value ?? "").split(separator: ":").map { Int($0) }
      guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0...24).contains(hour),
        (0..<60).contains(minute), hour < 24 || minute == 0
      else { return nil }
      return hour * 60 + minute
    }
    guard days.allSatisfy((0..<7).contains), let from = minutes("from"), from < 24 * 60,
      let until = minutes("until"), from != until || until == 0
    else { return nil }
    return .hours(OpeningHours(days: Set(days), opens: from, closes: until == 0 ? 24 * 60 : until))
  }

  /// The edits that add a web page under a name; nil for what is no address.
  package func adding(address: String, name: String, to place: String) -> [Edit]? {
    guard let page = FirstRun.page(address) else { return nil }
    let tile = SetupTile(.address(page), name: name.isEmpty ? WebPage.host(of: page) : name)
    return [.addTile(tile.keys, at: .into(place))]
  }

  /// The edits that add a picture or a text that the launcher can read.
  package func adding(file: String, isPicture: Bool, name: String, to place: String) -> [Edit] {
    let tile = SetupTile(.file(file, isPicture: isPicture), name: name)
    return [.addTile(tile.keys, at: .into(place))]
  }
}

extension RemoteEditor.Subject {
  fileprivate var editors: Editor.Subject {
    switch self {
    case .screen: .look
    case .tile(let id): .tile(id)
    case .move(let id): .move(id)
    case .add(let place): .add(to: place)
    }
  }

  fileprivate init?(_ subject: Editor.Subject) {
    switch subject {
    case .look: self = .screen
    case .tile(let id): self = .tile(id)
    case .move(let id): self = .move(id)
    case .add(let place): self = .add(to: place)
    case .applications, .media, .shelf, .leave: return nil
    }
  }
}
