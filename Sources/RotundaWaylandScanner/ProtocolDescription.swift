/// One protocol file: a name and its interfaces, in the order of the file.
struct ProtocolDescription: Equatable {
  var name: String
  var interfaces: [InterfaceDescription]
}
