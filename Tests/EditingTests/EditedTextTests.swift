import ConfigurationFile
import Testing

@Suite struct EditedTextTests {
  @Test(
    "a key is set where it belongs",
    arguments: [
      ("[brand]\nname = \"a\" # why\n", "[brand]\nname = \"b\" # why\n"),
      ("brand.name = 'a'\n", "brand.name = \"b\"\n"),
      ("brand = { logo = \"x.svg\" }\n", "brand = { logo = \"x.svg\", name = \"b\" }\n"),
      ("brand = {}\n", "brand = { name = \"b\"}\n"),
      ("brand.logo = \"x.svg\"\n[idle]\n", "brand.logo = \"x.svg\"\nbrand.name = \"b\"\n[idle]\n"),
      (
        "[brand]\n# none yet\n[idle]\nblank-after = \"1min\"\n",
        "[brand]\nname = \"b\"\n# none yet\n[idle]\nblank-after = \"1min\"\n"
      ),
      ("[brand]\nlogo = \"x\"", "[brand]\nlogo = \"x\"\nname = \"b\"\n"),
      ("[brand]\nname.en = \"a\"\nname.de = \"ä\"\nlogo = \"x\"\n", "[brand]\nlogo = \"x\"\nname = \"b\"\n"),
      ("[brand]\nlogo = \"x\"\n[brand.name]\nde = \"ä\"\n", "[brand]\nlogo = \"x\"\nname = \"b\"\n"),
      ("# mine\n", "# mine\n\n[brand]\nname = \"b\"\n"),
    ])
  func sets(before: String, after: String) throws {
    var text = EditedText(Array(before.utf8))
    try text.set(["brand", "name"], to: "\"b\"")
    #expect(text.text == after)
  }

  @Test(
    "a key is removed, and an empty section with it",
    arguments: [
      ("[brand]\nname = \"a\"\nlogo = \"x\"\n", "[brand]\nlogo = \"x\"\n"),
      ("[idle]\nattract = \"ghost\"\n\n[brand]\nname = \"a\"\n", "[idle]\nattract = \"ghost\"\n"),
      ("brand = { name = \"a\", logo = \"x\" }\n", "brand = { logo = \"x\" }\n"),
      ("brand = { logo = \"x\", name = \"a\" }\n", "brand = { logo = \"x\" }\n"),
      ("[brand.name]\nde = \"a\"\n", ""),
      ("x = 1\n", "x = 1\n"),
    ])
  func unsets(before: String, after: String) throws {
    var text = EditedText(Array(before.utf8))
    try text.unset(["brand", "name"])
    #expect(text.text == after)
  }

  @Test func elementsAreFoundWithTheirTables() throws {
    var text = EditedText(
      Array("[[tile]]\nid = 'a'\n[tile.name]\nde = \"ä\"\n[[tile]]\nid = \"b\"\nrun = [\"x\"]\n".utf8))
    #expect(text.elements(of: "tile").map { $0.string("id") } == ["a", "b"])
    try text.set("name", of: 0, in: "tile", to: "\"A\"")
    #expect(text.text == "[[tile]]\nid = 'a'\nname = \"A\"\n[[tile]]\nid = \"b\"\nrun = [\"x\"]\n")
    try text.removeElement(0, of: "tile")
    #expect(text.text == "[[tile]]\nid = \"b\"\nrun = [\"x\"]\n")
  }

  @Test func brokenTextIsNotTouched() {
    var text = EditedText(Array("[brand\n".utf8))
    #expect(throws: EditedText.Fault.self) { try text.set(["brand", "name"], to: "1") }
    #expect(text.text == "[brand\n")
  }
}
