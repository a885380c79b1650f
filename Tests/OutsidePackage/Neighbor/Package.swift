// swift-tools-version: 6.2
import PackageDescription

/// Names that other packages also use, and that this package's graph must leave to them. swift-log has the
/// first.
let names = [
  "Logging", "Geometry", "Display", "Scene", "Session", "Setup", "Control", "Shell", "Speech", "Sound", "Bus",
  "Programs", "Configuration", "Rendering", "Threads", "CWayland", "CLinux", "WaylandScanner",
]

let package = Package(
  name: "Neighbor", products: [.library(name: "Neighbor", targets: names)],
  targets: names.map { .target(name: $0) })
