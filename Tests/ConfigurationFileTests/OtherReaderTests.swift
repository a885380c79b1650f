import Configuration
import ConfigurationFile
import Foundation
import TemporaryFiles
import Testing

/// Checks with Python's reader that the TOML in documentation is valid for other programs.
@Suite struct OtherReaderTests {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Prints the number of tiles in each text of a JSON list, or the text's TOML error.
  private static let program = """
    import json, sys, tomllib
    def answer(text):
        try:
            return str(len(tomllib.loads(text).get("tile", [])))
        except tomllib.TOMLDecodeError as fault:
            return str(fault)
    json.dump([answer(text) for text in json.load(sys.stdin)], sys.stdout)
    """

  private static let hasReader = (try? ask(["tile = []"])) == ["0"]

  /// The TOML texts in files and documentation pages, by their location.
  private static func texts() throws -> [(place: String, text: String)] {
    var texts = [
      ("rotunda config keys", ConfigurationReference.text),
      ("rotunda config keys --basic", ConfigurationReference.basicText),
    ]
    for directory in ["examples", "packaging/kiosk", "Tests/Golden", "docs", "."] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: repository.appending(path: directory).path)
      for name in names.sorted() {
        let place = "\(directory)/\(name)"
        if name.hasSuffix(".toml") {
          texts.append((place, try content(place)))
        } else if name.hasSuffix(".md") {
          texts += blocks(of: try content(place)).map { (place, $0) }
        }
      }
    }
    return texts
  }

  private static func content(_ place: String) throws -> String {
    try String(contentsOf: repository.appending(path: place), encoding: .utf8)
  }

  /// The TOML code blocks of a page.
  private static func blocks(of page: String) -> [String] {
    page.matches(of: /(?m)^ *```toml\n((?:.*\n)*?) *```$/).map { String($0.1) }
  }

  private static func ask(_ texts: [String]) throws -> [String] { try answer(program, texts) }

  private static func answer(_ program: String, _ texts: [String]) throws -> [String] {
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    python.arguments = ["python3", "-c", program]
    let (input, output) = (Pipe(), Pipe())
    (python.standardInput, python.standardOutput) = (input, output)
    python.standardError = FileHandle.nullDevice
    try python.run()
    try input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(texts))
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    python.waitUntilExit()
    return try JSONDecoder().decode([String].self, from: answer)
  }

  @Test(.enabled(if: hasReader, "python3 with tomllib (3.11 or newer) is not installed"))
  func everyExampleIsReadByAnotherReader() throws {
    let texts = try Self.texts()
    for name in ["examples/rotunda.toml", "packaging/kiosk/rotunda.toml", "./README.md", "docs/install.md"] {
      #expect(texts.contains { $0.place == name }, "\(name)")
    }
    let answers = try Self.ask(texts.map(\.text))
    let loader = ConfigurationLoader(environment: ["PATH": "/nowhere", "XDG_DATA_DIRS": "/nowhere"])
    let directory = try TemporaryDirectory()
    for ((place, text), answer) in zip(texts, answers) {
      let ours = loader.load(try directory.write("rotunda.toml", text))
      #expect(answer == "\(ours.configuration.tiles.count)", "\(place): \(text.prefix(200))")
      #expect(ours.isReadable, "\(place)")
    }
  }

  // MARK: The schema

  /// Validates each TOML text against a schema, and prints the location of an error. Supports the parts of
  /// JSON Schema that our schema uses.
  private static let validator = """
    import json, re, sys, tomllib
    schema, *texts = json.load(sys.stdin)
    schema = json.loads(schema)
    known = {"$schema", "$defs", "$ref", "title", "description", "default", "type", "enum", "anyOf", "items",
      "minItems", "maxItems", "minimum", "maximum", "pattern", "properties", "additionalProperties", "required", "x-level"}
    types = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}
    def fault(value, rule, place):
        unknown = set(rule) - known
        if unknown: return f"{place}: the schema has {unknown}"
        if "$ref" in rule: return fault(value, schema["$defs"][rule["$ref"].removeprefix("#/$defs/")], place)
        if "anyOf" in rule and all(fault(value, one, place) for one in rule["anyOf"]): return f"{place}: none of them"
        if "enum" in rule and not any(value == one and type(value) == type(one) for one in rule["enum"]): return f"{place}: no such word"
        kind = rule.get("type")
        if kind and (not isinstance(value, types[kind]) or isinstance(value, bool) != (kind == "boolean")): return f"{place}: {kind}"
        if "minimum" in rule and not rule["minimum"] <= value <= rule["maximum"]: return f"{place}: range"
        if "pattern" in rule and not re.search(rule["pattern"], value): return f"{place}: pattern"
        if kind == "array":
            if not rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", len(value)): return f"{place}: count"
            return next(filter(None, (fault(one, rule["items"], place) for one in value)), None)
        if kind == "object":
            if set(rule.get("required", [])) - set(value): return f"{place}: required"
            for name, one in value.items():
                inner = rule.get("properties", {}).get(name, rule.get("additionalProperties", True))
                if inner is False: return f"{place}.{name}: unknown"
                if inner is not True and (found := fault(one, inner, f"{place}.{name}")): return found
        return None
    json.dump([fault(tomllib.loads(text), schema, "") or "good" for text in texts], sys.stdout)
    """

  private static func validate(_ texts: [String]) throws -> [String] {
    try answer(validator, [ConfigurationSchema.text] + texts)
  }

  @Test(.enabled(if: hasReader, "python3 with tomllib (3.11 or newer) is not installed"))
  func theSchemaAllowsEveryExample() throws {
    let texts = try Self.texts()
    for ((place, text), answer) in zip(texts, try Self.validate(texts.map(\.text))) {
      #expect(answer == "good", "\(place): \(text.prefix(200))")
    }
  }

  /// Every key with its example and its default, below its header.
  @Test(.enabled(if: hasReader, "python3 with tomllib (3.11 or newer) is not installed"))
  func theSchemaHasEveryKey() throws {
    let lines = ConfigurationKey.all.flatMap { key in
      [key.example, key.defaultValue].compactMap(\.self).map { value in
        let required = [
          ConfigurationSection.keyframe: "offset = 1\n", .tileChange: "id = \"a\"\n",
          .shelfChange: "id = \"a\"\n", .scan: "match = \"a\"\n",
        ]
        let first = required[key.section].map { $0.hasPrefix(key.name + " ") ? "" : $0 } ?? ""
        return "\(key.section.header)\n\(first)\(key.name) = \(value)\n"
      }
    }
    for (line, answer) in zip(lines, try Self.validate(lines)) { #expect(answer == "good", "\(line)") }
  }

  @Test(.enabled(if: hasReader, "python3 with tomllib (3.11 or newer) is not installed"))
  func schemaAndCheckRefuseTheSameMistakes() throws {
    let wrong = [
      "[carousel]\nlayuot = \"wheel\"\n", "[carousel]\nlayout = \"weel\"\n", "[carousel]\nwrap = 1\n",
      "[carousel]\nvisible-items = 2.5\n", "[carousel]\nspacing = 5\n", "[carousel]\ntile-size = [300]\n",
      "[[carousel.keyframe]]\nopacity = 1\n", "[home-strip]\nenabled = \"maybe\"\n",
      "[theme]\ncard = \"blue\"\n",
      "[control]\nallow = [\"fly\"]\n", "[idle]\nblank-after = 5\n", "[[tile]]\nname = [\"a\"]\n",
      "[[tile]]\nname = { de = true }\n", "[[tile]]\nurl = \"file:///etc/passwd\"\n",
      "[[tile]]\nrun = \"true\"\n",
      "[[tile]]\ntiles = [{ nmae = \"x\" }]\n", "[[shelf]]\ntile = [{ wrap = true }]\n",
      "[[shelf]]\nspacing = -1\n",
      "[[tile]]\nvisible-when = { weather = \"fine\" }\n", "[tiles]\n", "[tile]\nrun = [\"true\"]\n",
    ]
    for (text, answer) in zip(wrong, try Self.validate(wrong)) {
      #expect(answer != "good", "\(text)")
      #expect(try Reading(text).loaded.hasErrors, "\(text)")
    }
  }

  @Test(.enabled(if: hasReader, "python3 with tomllib (3.11 or newer) is not installed"))
  func onlyTheNewFormIsTOML() throws {
    let old = "[[tile]]\nname = \"Floor plan\"\nname.de = \"Lageplan\"\n"
    let new = ConfigurationUpgrade(Array(old.utf8)).bytes
    let answers = try Self.ask([old, String(decoding: new, as: UTF8.self)])
    #expect(answers[0] != "1" && answers[1] == "1")
  }
}
