import Foundation
import Programs
import Testing

@testable import Applications

/// The kernel's requirements for executable files.
@MainActor
struct ExecutableTests {
  private func file(_ bytes: Data, isExecutable: Bool = true) throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "rotunda-\(UUID())").path
    try bytes.write(to: URL(filePath: path))
    chmod(path, isExecutable ? 0o700 : 0o600)
    return path
  }

  @Test(arguments: [
    ("#!/bin/sh\nexit 0\n", true), ("#! /bin/sh -e\n", true), ("#!/usr/bin/env python3", true),
    ("#!/nowhere/interpreter\n", false), ("#!\n", false),
  ])
  func aScriptWantsItsInterpreter(text: String, isComplete: Bool) throws {
    let path = try file(Data(text.utf8))
    defer { unlink(path) }
    #expect(try Executable(Command([path]), searchPath: []).isComplete == isComplete)
  }

  @Test func aProgramWantsItsLoader() throws {
    let program = try Data(contentsOf: URL(filePath: "/bin/sh"))
    let head = Array(program.prefix(4096))
    let loader = try #require(Executable.interpreter(in: head))
    #expect(loader.hasPrefix("/") && access(loader, X_OK) == 0)
    #expect(try Executable(Command(["/bin/sh"]), searchPath: []).isComplete)
    let place = try #require(program.range(of: Data(loader.utf8)))
    let path = try file(program.replacing(loader.utf8, with: String(repeating: "x", count: place.count).utf8))
    defer { unlink(path) }
    #expect(try !Executable(Command([path]), searchPath: []).isComplete)
  }

  @Test func nonExecutableFileIsRefused() throws {
    let path = try file(Data("#!/bin/sh\n".utf8), isExecutable: false)
    defer { unlink(path) }
    #expect(try !Executable(Command([path]), searchPath: []).isComplete)
  }

  @Test func brokenHeadersNameNothing() throws {
    let head = try Array(Data(contentsOf: URL(filePath: "/bin/sh")).prefix(4096))
    for length in 0..<200 { _ = Executable.interpreter(in: Array(head.prefix(length))) }
    var broken = head
    for place in 32..<64 {
      broken[place] = 0xff
      _ = Executable.interpreter(in: broken)
    }
  }
}
