// swift-tools-version: 6.2
import PackageDescription

/// Everything from `RotundaGeometry` to `Shell`: no system call, no clock, no Foundation.
let pure: [SwiftSetting] = [.treatAllWarnings(as: .error), .strictMemorySafety()]
/// What lives on the one thread that owns Wayland, GL and the shell.
let platform: [SwiftSetting] = [.treatAllWarnings(as: .error), .defaultIsolation(MainActor.self)]
/// What runs on threads of its own: tools, tests, the test compositor.
let plain: [SwiftSetting] = [.treatAllWarnings(as: .error)]
/// What works on every pixel is optimised also for debugging: it would be a hundred times slower, and tests wait for it.
let pixelWork: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

func pureTarget(
  _ name: String, _ dependencies: [Target.Dependency] = [], forTests more: [Target.Dependency] = []
) -> [Target] {
  [
    .target(name: name, dependencies: dependencies, swiftSettings: pure),
    .testTarget(
      name: "\(name)Tests", dependencies: [.byName(name: name), "SeededRandom"] + dependencies + more,
      swiftSettings: plain),
  ]
}

let pureTargets: [Target] =
  [.target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: pure)]
  + pureTarget("RotundaGeometry")
  + [
    .target(name: "Gestures", dependencies: ["RotundaGeometry"], swiftSettings: pure),
    .target(
      name: "GestureReplay", dependencies: ["RotundaGeometry", "Gestures"],
      path: "Tests/Support/GestureReplay", swiftSettings: plain),
    .testTarget(
      name: "GesturesTests", dependencies: ["SeededRandom", "RotundaGeometry", "GestureReplay", "Gestures"],
      swiftSettings: plain),
    .target(name: "CarouselEngine", dependencies: ["RotundaGeometry"], swiftSettings: pure),
    .target(name: "TouchCarousel", dependencies: ["CarouselEngine", "Gestures"], swiftSettings: pure),
    .testTarget(
      name: "TouchCarouselTests",
      dependencies: ["SeededRandom", "CarouselEngine", "Gestures", "TouchCarousel"], swiftSettings: plain),
    .target(
      name: "CarouselReplay", dependencies: ["CarouselEngine", "RotundaGeometry"],
      path: "Tests/Support/CarouselReplay", swiftSettings: plain),
    .executableTarget(
      name: "reference-replay", dependencies: ["CarouselReplay", "GestureReplay"],
      path: "Tests/Support/reference-replay", swiftSettings: plain),
    .target(name: "CAllocations", path: "Tests/Support/CAllocations"),
    .executableTarget(
      name: "carousel-benchmarks", dependencies: ["CAllocations", "CarouselEngine", "RotundaGeometry"],
      path: "Benchmarks/carousel",
      swiftSettings: plain),
    .executableTarget(
      name: "carousel-gallery", dependencies: ["CarouselEngine", "RotundaGeometry"],
      path: "examples/swift/gallery", swiftSettings: plain),
    .testTarget(
      name: "CarouselEngineTests",
      dependencies: ["SeededRandom", "CAllocations", "CarouselEngine", "CarouselReplay", "RotundaGeometry"],
      swiftSettings: plain),
  ]
  + pureTarget("Scene", ["RotundaGeometry"])
  + [.target(name: "Programs", swiftSettings: pure)]
  + pureTarget("Configuration", ["CarouselEngine", "RotundaGeometry", "Gestures", "Programs"])
  + pureTarget("Browsers", ["Configuration", "Programs"])
  + pureTarget("Freedesktop", ["Programs"])
  + [
    .target(name: "FileSystem", dependencies: ["Freedesktop"], swiftSettings: plain),
    .testTarget(name: "FileSystemTests", dependencies: ["FileSystem", "Freedesktop"], swiftSettings: plain),
    .target(name: "CTOML"),
    .target(
      name: "ConfigurationFile",
      dependencies: [
        "CarouselEngine", "Configuration", "CTOML", "FileSystem", "Freedesktop", "RotundaGeometry",
        "Gestures",
        "Programs", "Threads",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "ConfigurationFileTests",
      dependencies: [
        "SeededRandom", "ConfigurationFile", "Configuration", "CarouselEngine", "FileSystem",
        "RotundaGeometry",
        "Gestures",
        "Programs",
      ],
      swiftSettings: plain),
  ]
  + pureTarget("Supervision")
  + pureTarget("UsageCounts")
  + pureTarget("Diagnosis")
  + pureTarget("Languages")
  + pureTarget(
    "Shell",
    [
      "Configuration", "CarouselEngine", "Freedesktop", "RotundaGeometry", "Gestures", "Languages",
      "Programs",
      "Scene", "TouchCarousel",
    ], forTests: ["CAllocations"])

let platformTargets: [Target] = [
  .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
  .target(name: "CLinux"),
  .target(name: "Logging", swiftSettings: plain),
  .testTarget(name: "LoggingTests", dependencies: ["Logging"], swiftSettings: plain),
  .target(
    name: "EventLoop", dependencies: ["CSystemd", "CLinux", "Logging", "Programs"], swiftSettings: platform),
  .target(name: "Bus", dependencies: ["CSystemd", "EventLoop", "Logging"], swiftSettings: platform),
  .executableTarget(
    name: "LoopProbe", dependencies: ["Applications", "CLinux", "EventLoop", "Programs", "Session"],
    path: "Tests/LoopProbe",
    swiftSettings: platform),
  .testTarget(
    name: "EventLoopTests", dependencies: ["EventLoop", "LoopProbe"], swiftSettings: plain),
  .target(
    name: "Applications", dependencies: ["Bus", "CLinux", "EventLoop", "Logging", "Programs"],
    swiftSettings: platform),
  .target(
    name: "Session",
    dependencies: ["Applications", "CLinux", "EventLoop", "Logging", "Programs", "Supervision"],
    swiftSettings: platform),
  .target(name: "Setup", dependencies: ["CLinux", "Diagnosis", "Supervision"], swiftSettings: plain),
  .testTarget(name: "SetupTests", dependencies: ["Diagnosis", "Setup", "rotunda"], swiftSettings: plain),
  .testTarget(
    name: "SessionTests",
    dependencies: ["CLinux", "LoopProbe", "RealCompositors", "Session", "Supervision", "rotunda"],
    swiftSettings: plain),
  .testTarget(
    name: "ApplicationsTests",
    dependencies: ["Applications", "Bus", "EventLoop", "LoopProbe", "Programs", "UnitProbe"],
    swiftSettings: plain),
  .executableTarget(
    name: "UnitProbe", dependencies: ["Applications", "EventLoop", "Programs"], path: "Tests/UnitProbe",
    exclude: ["with-user-manager"], swiftSettings: platform),
  .testTarget(name: "BusTests", dependencies: ["Bus", "EventLoop"], swiftSettings: plain),
  .target(
    name: "Control", dependencies: ["Bus", "Configuration", "EventLoop", "Logging", "Shell"],
    swiftSettings: platform),
  // Loads libspeechd when something is to be said.
  .target(name: "CSpeech"),
  .target(name: "Speech", dependencies: ["CSpeech", "EventLoop", "Logging"], swiftSettings: platform),
  // Loads libasound when something is to be heard.
  .target(name: "CSound"),
  .target(name: "Sound", dependencies: ["CSound", "EventLoop", "Logging"], swiftSettings: platform),
  .testTarget(name: "SoundTests", dependencies: ["Sound"], swiftSettings: plain),
  .testTarget(
    name: "ControlTests", dependencies: ["Bus", "Configuration", "Control", "EventLoop", "Shell"],
    swiftSettings: plain),
]

let displayTargets: [Target] = [
  .systemLibrary(name: "CXKB", pkgConfig: "xkbcommon", providers: [.apt(["libxkbcommon-dev"])]),
  .systemLibrary(
    name: "CWaylandCursor", pkgConfig: "wayland-cursor", providers: [.apt(["libwayland-dev"])]),
  .target(
    name: "Display",
    dependencies: [
      "CLinux", "CRotundaWayland", "CWaylandCursor", "CXKB", "EventLoop", "RotundaGeometry", "Gestures",
      "Logging",
      "Wayland",
    ],
    swiftSettings: platform),
  .testTarget(
    name: "DisplayTests",
    dependencies: [
      "SeededRandom", "Display", "EventLoop", "RotundaGeometry", "Gestures", "RealCompositors",
      "TestCompositor",
      "Wayland",
    ],
    swiftSettings: plain),
]

/// Touches beside the compositor's. The stub's functions come before libinput's in the tests' process, and there only.
let globalTouchTargets: [Target] = [
  .systemLibrary(name: "CInput", pkgConfig: "libinput", providers: [.apt(["libinput-dev", "libudev-dev"])]),
  .target(
    name: "GlobalTouch",
    dependencies: ["CInput", "CLinux", "EventLoop", "RotundaGeometry", "Gestures", "Logging", "Supervision"],
    swiftSettings: platform),
  .target(name: "CInputStub", path: "Tests/CInputStub"),
  .executableTarget(
    name: "PanelProbe", dependencies: ["EventLoop", "RotundaGeometry", "Gestures", "GlobalTouch"],
    path: "Tests/PanelProbe", swiftSettings: platform),
  .testTarget(
    name: "GlobalTouchTests",
    dependencies: [
      "CInput", "CInputStub", "CLinux", "EventLoop", "RotundaGeometry", "Gestures", "GlobalTouch",
      "PanelProbe",
      "Session",
    ],
    swiftSettings: plain),
]

let waylandTargets: [Target] = [
  .executableTarget(name: "RotundaWaylandScanner", swiftSettings: plain),
  .plugin(name: "GenerateWayland", capability: .buildTool(), dependencies: ["RotundaWaylandScanner"]),
  .systemLibrary(name: "CRotundaWayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
  .target(
    name: "Wayland", dependencies: ["CRotundaWayland"], swiftSettings: platform,
    plugins: ["GenerateWayland"]),
  .systemLibrary(
    name: "CWaylandServer", path: "Tests/Support/CWaylandServer", pkgConfig: "wayland-server",
    providers: [.apt(["libwayland-dev"])]),
  .target(
    name: "WaylandServer", dependencies: ["CWaylandServer", "CRotundaWayland", "Wayland"],
    path: "Tests/Support/WaylandServer",
    swiftSettings: plain,
    plugins: ["GenerateWayland"]),
  .target(
    name: "TestCompositor", dependencies: ["Wayland", "WaylandServer"], path: "Tests/Support/TestCompositor",
    swiftSettings: plain + pixelWork),
  .testTarget(
    name: "TestCompositorTests", dependencies: ["TestCompositor", "Wayland", "WaylandServer"],
    swiftSettings: plain),
  .testTarget(
    name: "RotundaWaylandScannerTests", dependencies: ["RotundaWaylandScanner"], exclude: ["Snapshots"],
    swiftSettings: plain),
  .testTarget(
    name: "WaylandTests", dependencies: ["Wayland", "CRotundaWayland", "RealCompositors", "TestCompositor"],
    swiftSettings: plain),
]

/// Tests against compositors that Debian packages, and what starts, touches and looks at them.
let realCompositors: [Target] = [
  .executableTarget(name: "WaylandRelay", path: "Tests/WaylandRelay", swiftSettings: plain),
  .target(
    name: "RealCompositors", dependencies: ["WaylandRelay"], path: "Tests/RealCompositors",
    swiftSettings: plain + pixelWork),
  .testTarget(
    name: "RealCompositorsTests", dependencies: ["RealCompositors", "SeededRandom", "rotunda"],
    swiftSettings: plain),
]

/// What `packaging/test` runs the tests below, so that it sees which processes they leave behind.
let subreaper: [Target] = [
  .executableTarget(
    name: "Subreaper", dependencies: ["CLinux"], path: "Tests/Subreaper", swiftSettings: plain),
  .testTarget(name: "SubreaperTests", dependencies: ["Subreaper"], swiftSettings: plain),
]

/// Drawing: EGL, GLES2, the atlas; and the same by the processor.
let renderingTargets: [Target] = [
  .target(name: "Threads", swiftSettings: plain),
  .target(name: "CTexels", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
  .target(name: "Rasterization", dependencies: ["CTexels", "Threads"], swiftSettings: plain + pixelWork),
  .testTarget(
    name: "RasterizationTests", dependencies: ["SeededRandom", "CTexels", "Rasterization"],
    swiftSettings: plain),
  .systemLibrary(
    name: "CGraphics", pkgConfig: "egl",
    providers: [.apt(["libegl-dev", "libgles-dev", "libwayland-dev"])]),
  .target(
    name: "Rendering", dependencies: ["RotundaGeometry", "Rasterization", "Scene", "CGraphics"],
    swiftSettings: plain
  ),
  .testTarget(
    name: "RenderingTests",
    dependencies: [
      "SeededRandom", "Artwork", "Configuration", "Freedesktop", "RotundaGeometry", "Languages", "Programs",
      "RealCompositors", "Rendering",
      "Scene", "Shell", "Wayland",
    ],
    swiftSettings: plain),
]

/// Writing and pictures, rasterised on a thread of their own.
let artworkTargets: [Target] = [
  .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
  .systemLibrary(name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
  .systemLibrary(name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
  // Loads libcurl when the first picture is to be fetched.
  .target(name: "CCurl"),
  .target(
    name: "Artwork",
    dependencies: [
      "RotundaGeometry", "Scene", "Freedesktop", "CCurl", "CFontconfig", "CLinux", "CPango", "CPixbuf",
      "Threads",
    ],
    swiftSettings: plain),
  .executableTarget(
    name: "DecoderProbe", dependencies: ["Artwork", "CLinux"], path: "Tests/DecoderProbe",
    swiftSettings: plain),
  .testTarget(
    name: "ArtworkTests",
    dependencies: [
      "SeededRandom", "Artwork", "CLinux", "CPango", "DecoderProbe", "Freedesktop", "RotundaGeometry",
      "Scene",
      "Threads",
    ],
    swiftSettings: plain),
]

/// The program.
let programTargets: [Target] = [
  .systemLibrary(name: "CCrypt", providers: [.apt(["libcrypt-dev"])]),
  .target(name: "Credentials", dependencies: ["CCrypt", "Configuration"], swiftSettings: plain),
  .testTarget(
    name: "CredentialsTests", dependencies: ["Configuration", "Credentials"], swiftSettings: plain),
  .target(name: "COptions"),
  .target(
    name: "Commands",
    dependencies: [
      "CarouselEngine", "COptions", "Configuration", "RotundaGeometry", "Session", "Setup", "Supervision",
    ], swiftSettings: plain),
  .testTarget(
    name: "CommandsTests",
    dependencies: [
      "CarouselEngine", "Commands", "Configuration", "RotundaGeometry", "Session", "Setup",
    ], swiftSettings: plain),
  .target(
    name: "Hosting",
    dependencies: [
      "Artwork", "CarouselEngine", "CLinux", "Configuration", "Display", "EventLoop", "Freedesktop",
      "Gestures", "GlobalTouch", "Logging", "Rendering", "RotundaGeometry", "Scene", "Session", "Shell",
      "Supervision", "Wayland",
    ], swiftSettings: platform),
  .testTarget(
    name: "HostingTests",
    dependencies: [
      "CAllocations", "CarouselEngine", "Display", "EventLoop", "FileSystem", "Freedesktop", "Hosting",
      "Rendering", "RotundaGeometry", "Scene", "Shell", "TestCompositor",
    ], swiftSettings: plain),
  .target(
    name: "Inspection",
    dependencies: [
      "Artwork", "Browsers", "CLinux", "CSystemd", "Configuration", "ConfigurationFile", "Diagnosis",
      "FileSystem",
      "Freedesktop", "GlobalTouch", "Rendering", "Sound", "Speech", "Supervision", "Wayland",
    ], swiftSettings: platform),
  .target(
    name: "State",
    dependencies: [
      "Applications", "Browsers", "Configuration", "ConfigurationFile", "Credentials", "EventLoop",
      "FileSystem", "Freedesktop", "Languages", "Logging", "Programs", "Shell", "UsageCounts",
    ], swiftSettings: platform),
  .testTarget(
    name: "StateTests",
    dependencies: [
      "Configuration", "ConfigurationFile", "EventLoop", "Logging", "Shell", "State",
    ], swiftSettings: plain),
  .executableTarget(
    name: "rotunda",
    dependencies: [
      "Applications", "Artwork", "Bus", "CarouselEngine", "CLinux", "Commands", "Configuration",
      "ConfigurationFile", "Control", "Credentials", "Diagnosis", "Display", "EventLoop", "FileSystem",
      "Freedesktop", "GlobalTouch", "Hosting", "Inspection", "Logging", "Programs", "Rendering",
      "RotundaGeometry", "Scene", "Session", "Setup", "Shell", "Sound", "Speech", "State", "Supervision",
      "Wayland",
    ], swiftSettings: platform),
  .target(name: "Measuring", path: "Benchmarks/measuring", swiftSettings: plain),
  .executableTarget(
    name: "launcher-benchmark", dependencies: ["Measuring", "TestCompositor"], path: "Benchmarks/launcher",
    swiftSettings: plain),
  .executableTarget(
    name: "drag-benchmark", dependencies: ["Measuring", "TestCompositor"], path: "Benchmarks/drag",
    swiftSettings: plain),
  .executableTarget(name: "ProbeProgram", path: "Tests/ProbeProgram", swiftSettings: plain),
  .testTarget(
    name: "RotundaTests",
    dependencies: [
      "Bus", "CPango", "Configuration", "EventLoop", "RealCompositors", "rotunda", "ProbeProgram",
      "carousel-example", "gestures-example", "wayland-example",
      "SeededRandom", "Sound", "TestCompositor", "Wayland", "WaylandServer",
    ],
    swiftSettings: plain),
]

/// How other people's programs use the libraries.
let examples: [Target] = [
  .executableTarget(
    name: "carousel-example", dependencies: ["CarouselEngine", "Gestures", "TouchCarousel", "Wayland"],
    path: "examples/swift/carousel",
    swiftSettings: plain),
  .executableTarget(
    name: "gestures-example", dependencies: ["Gestures"], path: "examples/swift/gestures",
    swiftSettings: plain),
  .executableTarget(
    name: "wayland-example", dependencies: ["Wayland"], path: "examples/swift/wayland", swiftSettings: plain),
]

/// What hostile bytes are fed to: by tests in every build, by libFuzzer in one of its own (`packaging/fuzz`).
let fuzzTargets: [Target] = [
  .target(
    name: "FuzzTargets",
    dependencies: [
      "Artwork", "Configuration", "ConfigurationFile", "Display", "EventLoop", "Freedesktop",
      "RotundaGeometry",
      "GestureReplay", "Gestures", "Programs", "Scene", "Shell",
    ], path: "Tests/FuzzTargets", swiftSettings: platform),
  .testTarget(name: "FuzzTargetsTests", dependencies: ["FuzzTargets", "Wayland"], swiftSettings: plain),
]

/// The fuzzers, when `ROTUNDA_FUZZER` names libFuzzer's archive.
///
/// Not `--sanitize fuzzer`, which would instrument the protocol scanner as well and give it a second main.
func fuzzers(_ archive: String) -> [Target] {
  [
    .systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"),
    .executableTarget(
      name: "rotunda-fuzzers",
      dependencies: ["CFuzzer", "Display", "EventLoop", "FuzzTargets", "TestCompositor", "Wayland"],
      path: "Tests/Fuzzers", swiftSettings: platform,
      linkerSettings: [.unsafeFlags(["-sanitize=address", archive]), .linkedLibrary("stdc++")]),
  ]
}

/// What the fuzzers watch the ways through; memory is watched in all of it.
let instrumented: Set = [
  "Artwork", "CTOML", "CarouselEngine", "Configuration", "ConfigurationFile", "Display", "Freedesktop",
  "FuzzTargets", "RotundaGeometry", "Gestures", "Programs", "Scene", "Shell", "TouchCarousel", "Wayland",
]

func instrument(_ target: Target) {
  guard instrumented.contains(target.name) else { return }
  if target.name == "CTOML" {
    target.cxxSettings = [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]
  } else {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer,address"])]
  }
}

let package = Package(
  name: "rotunda",
  products: [
    .library(name: "CarouselEngine", targets: ["CarouselEngine"]),
    .library(name: "Gestures", targets: ["Gestures"]),
    .library(name: "TouchCarousel", targets: ["TouchCarousel"]),
    .library(name: "Wayland", targets: ["Wayland"]),
    .plugin(name: "GenerateWayland", targets: ["GenerateWayland"]),
  ],
  // Not a sum: the compiler gives up on long ones.
  targets: [
    pureTargets, platformTargets, waylandTargets, realCompositors, renderingTargets, artworkTargets,
    displayTargets, globalTouchTargets, programTargets, examples, fuzzTargets, subreaper,
  ].flatMap { $0 },
  cxxLanguageStandard: .cxx17
)

if let archive = Context.environment["ROTUNDA_FUZZER"] {
  package.targets += fuzzers(archive)
  package.targets.forEach(instrument)
}

/// The targets of this package that a target is built from; plugins are not among them.
func needs(_ target: Target) -> [String] {
  target.dependencies.compactMap {
    switch $0 {
    case .targetItem(let name, _), .byNameItem(let name, _): name
    default: nil
    }
  }
}

// Only these tests and what they are built from, when `ROTUNDA_TESTS` names their targets (`packaging/test`).
if let names = Context.environment["ROTUNDA_TESTS"] {
  var needed: Set<String> = []
  var missing = names.split(separator: " ").map(String.init) + ["Subreaper"]
  missing += package.targets.filter { $0.type == .plugin }.map(\.name)
  while let name = missing.popLast() {
    guard needed.insert(name).inserted else { continue }
    missing += package.targets.filter { $0.name == name }.flatMap(needs)
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
}
