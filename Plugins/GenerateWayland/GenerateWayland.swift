import Foundation
import PackagePlugin

/// Turns the `Protocols/*.xml` of a target's package into Swift at build time.
///
/// A package that depends on this one gets the client's side of its own protocols, which may refer to those
/// that the module `Wayland` has. In this package a target whose name ends with "Server" gets the server's
/// side.
@main
struct GenerateWayland: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let isOwn = context.package.targets.contains { $0.name == "Wayland" }
    let isServer = isOwn && target.name.hasSuffix("Server")
    let inputs = try protocols(of: context.package)
    let known = try isOwn ? [] : waylandsProtocols(context)
    let names = inputs.map { $0.deletingPathExtension().lastPathComponent + ".swift" }
    let output = context.pluginWorkDirectoryURL
    return [
      .buildCommand(
        displayName: "Generate Wayland bindings for \(target.name)",
        executable: try context.tool(named: "RotundaWaylandScanner").url,
        arguments: [isServer ? "server" : "client", output.path(percentEncoded: false)]
          + inputs.map { $0.path(percentEncoded: false) }
          + (known.isEmpty ? [] : ["--known"] + known.map { $0.path(percentEncoded: false) }),
        inputFiles: inputs + known,
        outputFiles: (names + (isServer ? [] : ["ProtocolTable.swift"])).map { output.appending(path: $0) })
    ]
  }

  private func protocols(of package: Package) throws -> [URL] {
    let directory = package.directoryURL.appending(path: "Protocols")
    guard FileManager.default.fileExists(atPath: directory.path(percentEncoded: false)) else {
      throw SetupError("\(package.displayName) uses GenerateWayland and has no directory 'Protocols'")
    }
    return try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "xml" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// The files of the package that has the module `Wayland`, wherever in the graph it is.
  private func waylandsProtocols(_ context: PluginContext) throws -> [URL] {
    var waiting = context.package.dependencies.map(\.package)
    var seen: Set<String> = []
    while let package = waiting.popLast() {
      guard seen.insert(package.id).inserted else { continue }
      if package.targets.contains(where: { $0.name == "Wayland" }) { return try protocols(of: package) }
      waiting += package.dependencies.map(\.package)
    }
    throw SetupError(
      "\(context.package.displayName) uses GenerateWayland and does not depend on the product Wayland")
  }
}

/// A package that uses the plug-in lacks something.
struct SetupError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
