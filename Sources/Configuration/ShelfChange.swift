/// The keys of `[[shelf-change]]`.
package enum ShelfChange {
  package static let keys: [ConfigurationKey] = [id, name]

  package static let id = ConfigurationKey(
    .shelfChange, "id", .identifier, example: "\"games\"",
    "The id of the shelf. The id of a shelf without one is the name in its file.")

  package static let name = ConfigurationKey(
    .shelfChange, "name", .text, otherwise: "the shelf keeps its name", example: "\"Games\"",
    "The name above the shelf. Translated as the name of a tile.")
}
