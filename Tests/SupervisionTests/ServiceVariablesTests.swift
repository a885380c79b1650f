import Testing

@testable import Supervision

/// Variables in the texts of units and environment files.
struct ServiceVariablesTests {
  @Test(
    arguments: [
      ("A=1", "1"), ("A=1\nA=2\n", "2"), ("#A=1", nil), ("; A=1", nil), ("", nil), ("AA=1", nil),
      ("  A=\"1 2\"  ", "1 2"), ("A='x'", "x"), ("A=it's", "its"), ("A=1 B=2", "1 B=2"), ("A=", ""),
      ("[Service]\nEnvironment=A=1 B=2", "1"), ("Environment=B=2 \"A=1 2\"", "1 2"),
      ("Environment=\"B=2 A=3\"", nil), ("Environment=B=2\n Environment='A=1'", "1"),
      ("Environment=A=1\r\nEnvironment=A=2\r\n", "2"), ("EnvironmentFile=A=1", nil),
    ] as [(String, String?)])
  func lastAssignmentCounts(text: String, value: String?) {
    #expect(ServiceVariables.value(of: "A", in: text) == value)
  }
}
