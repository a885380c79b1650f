import ConfigurationFile
import Testing

struct LenientContactTests {
  @Test(arguments: [
    ("[kiosk\ncontact = \"Call 1\"\n", "Call 1"), ("  contact\t= 'Call 2' # x\r\n", "Call 2"),
    ("x = \ncontact=\"Grüße\"", "Grüße"), ("contact = \"\"\ncontact = \"b\"", "b"),
    ("x = \ncontact = { de = \"Rufen Sie 3\", en = \"Call 3\" }", "Rufen Sie 3"),
    ("contact={default='Call 4'", "Call 4"),
  ])
  func contactIsFoundInBrokenTOML(text: String, contact: String) {
    #expect(LenientContact.find(in: Array(text.utf8)) == contact)
  }

  @Test(arguments: [
    "", "contact", "contact =", "contact = \"never ends", "contacts = \"a\"", "# contact = \"a\"",
    "contact = 5", "contact.de = \"a\"", "contact = {}",
  ])
  func otherTextsHaveNoContact(text: String) {
    #expect(LenientContact.find(in: Array(text.utf8)) == nil)
  }
}
