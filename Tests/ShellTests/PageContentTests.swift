import Testing

@testable import Shell

struct PageContentTests {
  private func blocks(_ text: String) -> [PageBlock] {
    PageContent(markup: text) { $0.hasPrefix("no") ? nil : "/page/" + $0 }.blocks
  }

  @Test(arguments: [
    ("Hello", [PageBlock.paragraph("Hello")]),
    ("Two\nlines\n\nand two paragraphs", [.paragraph("Two lines"), .paragraph("and two paragraphs")]),
    (
      "# One\n## Two\n### Three\n###### Six",
      [
        .heading("One", level: 1), .heading("Two", level: 2), .heading("Three", level: 3),
        .heading("Six", level: 3),
      ]
    ),
    ("# Title\ntext", [.heading("Title", level: 1), .paragraph("text")]),
    ("text\n# Title", [.paragraph("text"), .heading("Title", level: 1)]),
    ("#hashtag\n####### seven", [.paragraph("#hashtag ####### seven")]),
    ("- one\n  more\n* two", [.point("one more"), .point("two")]),
    ("---\n***\n--", [.rule, .rule, .paragraph("--")]),
    ("![a map](map.png)", [.picture("/page/map.png", words: "a map")]),
    ("![](not.png)\nafter", [.paragraph("after")]),
    (
      "![a map](map.png \"Where things are\")",
      [.picture("/page/map.png", words: "a map", caption: "Where things are")]
    ),
    ("![](a b.png)", [.picture("/page/a b.png")]), ("![](a\"b\")", [.picture("/page/a\"b\"")]),
    ("![](\"x\")", [.picture("/page/\"x\"")]),
    ("![broken(map.png)", [.paragraph("![broken(map.png)")]),
    ("a\r\nb\r\n\r\nc", [.paragraph("a b"), .paragraph("c")]),
    ("  \n\t\n", []), ("", []),
  ])
  func aLittleMarkupIsUnderstood(text: String, expected: [PageBlock]) {
    #expect(blocks(text) == expected)
  }

  @Test func aPictureOfItsOwnWordsKeepsThem() {
    let (named, bare) = (PageContent([.picture("/a.png", words: "a")]), PageContent([.picture("/a.png")]))
    #expect(named.describing("b") == named && bare.describing("b").spoken == ["b"])
    let text = PageContent(plain: "x")
    #expect(text.describing("b") == text && bare.describing("").spoken == [])
  }

  @Test func plainTextStaysAsItIs() {
    let page = PageContent(plain: "# no title\n- no point\n\n\nnext")
    #expect(page.blocks == [.paragraph("# no title\n- no point"), .paragraph("next")])
  }

  @Test func longTextIsCutBetweenWords() {
    let words = Array(repeating: "Wörter", count: 1000).joined(separator: " ")
    for page in [PageContent(plain: words), PageContent(markup: words) { _ in nil }] {
      let texts = page.blocks.map { if case .paragraph(let text) = $0 { text } else { "" } }
      #expect(texts.joined(separator: " ") == words)
      #expect(texts.allSatisfy { $0.count <= 1200 && $0.hasSuffix("Wörter") })
    }
    // Without any blank it is cut wherever that must be.
    #expect(PageContent(plain: String(repeating: "x", count: 3000)).blocks.count == 3)
  }

  @Test func aPageHasAnEnd() {
    let page = PageContent(markup: Array(repeating: "# x", count: 5000).joined(separator: "\n")) { $0 }
    #expect(page.blocks.count == 1000)
  }

  @Test func aPictureAloneIsAPictureAlone() {
    #expect(PageContent([.picture("/a.png")]).onlyPicture?.path == "/a.png")
    #expect(PageContent([.picture("/a.png"), .rule]).onlyPicture == nil)
    #expect(PageContent([]).onlyPicture == nil)
  }
}
