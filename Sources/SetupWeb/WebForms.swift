import Configuration
import Languages
import Shell

/// Tiles and rows of forms as the page reads them.
enum WebForms {
  static func json(_ shelf: RemoteEditor.Shelf) -> JSON {
    .object([
      ("id", .string(shelf.id)), ("name", .optional(shelf.name)), ("tiles", .list(shelf.tiles.map(json))),
    ])
  }

  static func json(_ tile: RemoteEditor.Tile) -> JSON {
    .object([
      ("id", .string(tile.id)), ("name", .string(tile.name)), ("picture", .optional(tile.picture)),
      ("barrier", .optional(tile.barrier)), ("inside", .list(tile.inside.map(json))),
    ])
  }

  static func json(_ row: RemoteEditor.Row) -> JSON {
    .object(
      [
        ("id", .string(row.id)), ("label", .string(row.label)), ("barrier", .optional(row.barrier)),
      ] + members(row.control))
  }

  private static func members(_ control: RemoteEditor.Control) -> [(name: String, value: JSON)] {
    func kind(_ name: String, _ value: JSON) -> [(name: String, value: JSON)] {
      [("kind", .string(name)), ("value", value)]
    }
    switch control {
    case .toggle(let isOn): return kind("toggle", .boolean(isOn))
    case .choice(let options, let chosen):
      return kind("choice", .optional(chosen)) + [("options", json(options))]
    case .words(let options, let chosen):
      return kind("words", .strings(chosen)) + [("options", json(options))]
    case .number(let value, let range, let canBeNothing, let label):
      return kind("number", value.map { .number($0) } ?? .null) + [
        ("least", .number(range.lowerBound)), ("most", .number(range.upperBound)),
        ("canBeNothing", .boolean(canBeNothing)), ("shown", .string(label)),
      ]
    case .color(let color): return kind("color", .optional(color))
    case .text(let text, let isAddress, let limit):
      return kind(isAddress ? "address" : "text", .string(text)) + [("limit", .number(Double(limit)))]
    case .texts(let text, let translations, let languages):
      return kind("texts", .string(text)) + [
        (
          "translations", .object(translations.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
        ),
        (
          "languages",
          .list(
            languages.map { tag in
              .object([("word", .string(tag)), ("label", .string(LanguageName.own(of: tag)))])
            })
        ),
      ]
    case .picture(let path, let paths):
      return kind("picture", .optional(path)) + [("pictures", .strings(paths))]
    case .hours(let days, let from, let until):
      return kind("hours", .list(days.map { .number(Double($0)) })) + [
        ("from", .string(time(from))), ("until", .string(time(until))),
      ]
    case .noHours: return kind("hours", .null)
    case .action(let isGrave): return kind("action", .boolean(isGrave))
    case .shown(let text): return kind("shown", .string(text))
    }
  }

  private static func json(_ options: [RemoteEditor.Option]) -> JSON {
    .list(options.map { .object([("word", .string($0.word)), ("label", .string($0.label))]) })
  }

  private static func time(_ minutes: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    // A field for a time of day knows no 24:00.
    return "\(two(minutes / 60 % 24)):\(two(minutes % 60))"
  }
}
