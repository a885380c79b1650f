import Foundation
import PackagePlugin

/// Turns `Protocols/*.xml` into Swift at build time: the server's side for a target whose name ends with
/// "Server", the client's side for any other.
@main
struct GenerateWayland: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let isServer = target.name.hasSuffix("Server")
    let directory = context.package.directoryURL.appending(path: "Protocols")
    let inputs = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "xml" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    let names = inputs.map { $0.deletingPathExtension().lastPathComponent + ".swift" }
    let output = context.pluginWorkDirectoryURL
    return [
      .buildCommand(
        displayName: "Generate Wayland bindings for \(target.name)",
        executable: try context.tool(named: "WaylandScanner").url,
        arguments: [isServer ? "server" : "client", output.path()] + inputs.map { $0.path() },
        inputFiles: inputs,
        outputFiles: (names + (isServer ? [] : ["ProtocolTable.swift"])).map { output.appending(path: $0) })
    ]
  }
}
