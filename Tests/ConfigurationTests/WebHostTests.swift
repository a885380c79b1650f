import Configuration
import Testing

struct WebHostTests {
  @Test(arguments: [
    ("example.org", false), ("127.0.0.1", true), ("[::1]", true), ("[fe80::2]", true), ("1und1.de", false),
    ("xn--bcher-kva.example", false), ("a_b-c.example", false),
  ])
  func addressesAreToldFromNames(text: String, isAddress: Bool) throws {
    let host = try #require(WebHost(text))
    #expect(host.isAddress == isAddress && host.covers(text))
    #expect(!host.covers("www." + text) && !host.covers("x" + text))
    // An address has no subdomains.
    let wide = WebHost("*." + text)
    #expect((wide == nil) == isAddress)
    #expect(isAddress || wide?.covers("www." + text) == true)
  }

  @Test(arguments: [
    "", "*", "*.", ".example.org", "a..b", "https://example.org", "bücher.example", "example.org:80",
    "[::1", "[]", "[example]", "a b",
  ])
  func otherTextIsNoHost(text: String) { #expect(WebHost(text) == nil) }

  @Test func aHostHasAtMost253Bytes() {
    #expect(WebHost(String(repeating: "a", count: 253)) != nil)
    #expect(WebHost(String(repeating: "a", count: 254)) == nil)
  }
}
