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
    (
      "![a](a.png)\n![b](b.png \"B\")\n![](no.png)\n![c](c.png)\ntext",
      [
        .gallery([
          PagePicture(path: "/page/a.png", words: "a"),
          PagePicture(path: "/page/b.png", words: "b", caption: "B"),
          PagePicture(path: "/page/c.png", words: "c"),
        ]), .paragraph("text"),
      ]
    ),
    (
      "![](no.png)\n![a](a.png)\n\n![b](b.png)",
      [.picture("/page/a.png", words: "a"), .picture("/page/b.png", words: "b")]
    ),
    (
      "![a](a.png)\n![x](qr:x)\n![b](b.png)",
      [
        .picture("/page/a.png", words: "a"), .code(PageCode("x", label: "x")),
        .picture("/page/b.png", words: "b"),
      ]
    ),
    ("![](a b.png)", [.picture("/page/a b.png")]), ("![](a\"b\")", [.picture("/page/a\"b\"")]),
    ("![](\"x\")", [.picture("/page/\"x\"")]),
    ("![broken(map.png)", [.paragraph("![broken(map.png)")]),
    (
      "See the [plan](tile:plan), or the\n[café](tile:cafe).",
      [
        .paragraph("See the plan, or the café."),
        .links([PageLink("plan", to: "plan", isInText: true), PageLink("café", to: "cafe", isInText: true)]),
      ]
    ),
    (
      "[Plan](tile:plan) · [Café](tile:cafe)",
      [.links([PageLink("Plan", to: "plan"), PageLink("Café", to: "cafe")])]
    ),
    ("- [Plan](tile:plan)\n- two", [.links([PageLink("Plan", to: "plan")]), .point("two")]),
    ("The [web](https://example.org) and [file](/etc/passwd)", [.paragraph("The web and file")]),
    (
      "[a [b](tile:b) ![c](tile:c) [](tile:d) [e(tile:e) [f](tile:f",
      [
        .paragraph("[a b ![c](tile:c)  [e(tile:e) [f](tile:f"),
        .links([PageLink("b", to: "b", isInText: true)]),
      ]
    ),
    (
      "![Take it with you](qr:https://example.org/a)",
      [.code(PageCode("https://example.org/a", label: "Take it with you"))]
    ),
    ("![x](qr:)\n\n![](qr:)", [.paragraph("x")]),
    ("a\r\nb\r\n\r\nc", [.paragraph("a b"), .paragraph("c")]),
    ("  \n\t\n", []), ("", []),
  ])
  func aLittleMarkupIsUnderstood(text: String, expected: [PageBlock]) {
    #expect(blocks(text) == expected)
  }

  @Test func pictureKeepsItsOwnDescription() {
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
    // Text without blanks breaks anywhere.
    #expect(PageContent(plain: String(repeating: "x", count: 3000)).blocks.count == 3)
  }

  @Test func pageLengthIsLimited() {
    let page = PageContent(markup: Array(repeating: "# x", count: 5000).joined(separator: "\n")) { $0 }
    #expect(page.blocks.count == 1000)
  }

  @Test func longPictureRowsAreDivided() {
    let pictures = (0...PageBlock.mostInGallery).map { PagePicture(path: "/page/\($0).png") }
    let markup = pictures.indices.map { "![](\($0).png)" }.joined(separator: "\n")
    #expect(blocks(markup) == [.gallery(Array(pictures.dropLast())), .picture(pictures[pictures.count - 1])])
  }

  @Test func overlongCodeBecomesText() {
    let long = String(repeating: "x", count: PageCode.most + 1)
    #expect(blocks("![Words](qr:\(long))") == [.paragraph("Words")])
    #expect(
      blocks("![Words](qr:\(long.dropLast()))") == [.code(PageCode(String(long.dropLast()), label: "Words"))])
  }

  /// Without a limit on the search, these would take minutes.
  @Test(arguments: ["[a](", "[", "](", "[a](tile:a)"])
  func hostileBracketsAreReadInTime(piece: String) {
    #expect(!blocks(String(repeating: piece, count: 20_000)).isEmpty)
  }

  @Test func linksToMissingTilesArePlainText() {
    let page = PageContent([
      .paragraph("See the plan"), .links([PageLink("plan", to: "plan", isInText: true)]),
      .links([PageLink("Café", to: "cafe"), PageLink("Shop", to: "shop")]),
    ])
    let cafe = LauncherTile(id: "cafe", name: "Café", icon: nil, action: .perform(.home))
    #expect(
      page.linked { $0 == "cafe" ? cafe : nil }.blocks == [
        .paragraph("See the plan"), .links([PageLink("Café", to: "cafe")]),
      ])
    #expect(page.linked { _ in nil }.blocks == [.paragraph("See the plan"), .paragraph("Café · Shop")])
    #expect(page.spoken == ["See the plan", "Café", "Shop"])
  }

  @Test func onlyASinglePictureIsAPicturePage() {
    #expect(PageContent([.picture("/a.png")]).onlyPicture?.path == "/a.png")
    #expect(PageContent([.picture("/a.png"), .rule]).onlyPicture == nil)
    #expect(PageContent([]).onlyPicture == nil)
  }
}
