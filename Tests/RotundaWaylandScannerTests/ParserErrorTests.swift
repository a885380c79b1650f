import Testing

@testable import RotundaWaylandScanner

/// Whatever is wrong with a file is said with its line.
struct ParserErrorTests {
  private static func interface(_ content: String) -> String {
    "<protocol name=\"p\">\n<interface name=\"i\" version=\"2\">\n\(content)\n</interface>\n</protocol>"
  }

  @Test(arguments: [
    ("", 1, "no root element"),
    ("<protocol name='p'>", 1, "<protocol> is not closed"),
    ("<protocol name='p'></interface>", 1, "closes <protocol>"),
    ("<protocol name='p'/><protocol name='q'/>", 1, "follows the root element"),
    ("<protocol name='p'/>text", 1, "follows the root element"),
    ("<protocol name=p/>", 1, "not quoted"),
    ("<protocol name/>", 1, "has no value"),
    ("<protocol name='p", 1, "does not end"),
    ("<protocol name='p' name='q'/>", 1, "two attributes"),
    ("\n\n<!-- never ends", 3, "comment does not end"),
    ("<", 1, "no root element"),
    ("<protocol name='p'\n", 2, "does not end"),
    ("<protocol name='p'>\n<copyright>&nothing;</copyright></protocol>", 2, "not well-formed"),
    ("<protocol name='p'>\0</protocol>", 1, "not well-formed"),
  ])
  func malformedFilesAreRefused(text: String, line: Int, message: String) {
    expect(text, line, message)
  }

  @Test(arguments: [
    ("<other/>", 1, "is not <protocol>"),
    ("<protocol/>", 1, "<protocol> has no name"),
    ("<protocol name='p'>\n<thing/></protocol>", 2, "unknown element <thing>"),
    ("<protocol name='p'>\n<interface name='i'/></protocol>", 2, "has no version"),
    ("<protocol name='p'>\n<interface name='i' version='0'/></protocol>", 2, "no positive number"),
    ("<protocol name='p'>\n<interface name='a b' version='1'/></protocol>", 2, "is no name"),
    ("<protocol name='p'>\n<interface name='__' version='1'/></protocol>", 2, "is no name"),
    (
      "<protocol name='p'><interface name='i' version='1'/>\n<interface name='i' version='1'/></protocol>", 2,
      "second <interface> named 'i'"
    ),
    (interface("<request name='r'/>\n<request name='r'/>"), 4, "second <request> named 'r'"),
    (interface("<event name='e'/>\n<event name='e'/>"), 4, "second <event> named 'e'"),
    (interface("<event name='e'>\n<arg name='x' type='number'/></event>"), 4, "unknown type 'number'"),
    (interface("<event name='e'>\n<arg name='x'/></event>"), 4, "'x' has no type"),
    (
      interface("<event name='e'><arg name='x' type='int'/>\n<arg name='x' type='int'/></event>"), 4,
      "second <arg> named 'x'"
    ),
    (interface("<event name='e' since='3'/>"), 3, "since version 3"),
    (interface("<event name='e' since='-1'/>"), 3, "no positive number"),
    (interface("<request name='r' type='builder'/>"), 3, "unknown type 'builder'"),
    (
      interface("<request name='r'><arg name='x' type='int' allow-null='true'/></request>"), 3,
      "can not be null"
    ),
    (interface("<request name='r'><arg name='x' type='int' interface='i'/></request>"), 3, "is no object"),
    (interface("<request name='r'><arg name='x' type='string' enum='e'/></request>"), 3, "is no number"),
    (
      interface("<request name='r'><arg name='x' type='string' allow-null='yes'/></request>"), 3,
      "neither true nor false"
    ),
    (
      interface(
        "<request name='r'><arg name='x' type='new_id' interface='i'/>"
          + "<arg name='y' type='new_id' interface='i'/></request>"), 3, "more than one object"
    ),
    (interface("<enum name='e'/>"), 3, "has no entries"),
    (interface("<enum name='e'><entry name='x'/></enum>"), 3, "has no value"),
    (interface("<enum name='e'><entry name='x' value='-1'/></enum>"), 3, "'-1' is no unsigned number"),
    (interface("<enum name='e'><entry name='x' value='0x1FFFFFFFF'/></enum>"), 3, "is no unsigned number"),
    (
      interface("<enum name='e'><entry name='x' value='1'/>\n<entry name='x' value='2'/></enum>"), 4,
      "second <entry> named 'x'"
    ),
  ])
  func whatIsNotUnderstoodIsRefused(text: String, line: Int, message: String) {
    expect(text, line, message)
  }

  private func expect(_ text: String, _ line: Int, _ message: String) {
    let error = #expect(throws: ScannerError.self) { _ = try ProtocolParser.parse(text, file: "f.xml") }
    #expect(error?.line == line)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.description.hasPrefix("f.xml:\(line): error: ") == true)
  }

  @Test(arguments: ["", String(repeating: "</a>", count: 200_000)])
  func deepNestingIsRefusedAndNotTrappedOn(end: String) {
    let text = String(repeating: "<a>", count: 200_000) + end
    expect(text, 1, "nested too deeply")
  }

  /// A billion characters of one attribute's.
  @Test func entitiesThatExpandWithoutEndAreRefused() {
    let entities = (1...9).map { "<!ENTITY e\($0) '\(String(repeating: "&e\($0 - 1);", count: 10))'>" }
    let text = "<!DOCTYPE protocol [<!ENTITY e0 'x'>\(entities.joined())]>\n<protocol name='&e9;'/>"
    expect(text, 2, "entities expand")
  }

  /// The content of another file never becomes a part of the description.
  @Test func otherFilesAreNotRead() throws {
    let text = """
      <!DOCTYPE protocol [<!ENTITY other SYSTEM "file:///etc/passwd">]>
      <protocol name="p"><copyright>&other;</copyright></protocol>
      """
    #expect(try XMLReader.root(of: text, file: "f.xml").children.map(\.children) == [[]])
    expect(
      "<!DOCTYPE protocol [<!ENTITY other SYSTEM 'file:///etc/passwd'>]><protocol name='&other;'/>", 1,
      "not well-formed")
  }
}
