// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "App",
  dependencies: [
    .package(url: "../rotunda", from: "99.0.0"),
    .package(url: "../Neighbor", from: "1.0.0"),
  ],
  targets: [
    .executableTarget(
      name: "App",
      dependencies: [
        .product(name: "CarouselEngine", package: "rotunda"),
        .product(name: "Gestures", package: "rotunda"),
        .product(name: "TouchCarousel", package: "rotunda"),
        .product(name: "Wayland", package: "rotunda"),
        .product(name: "Neighbor", package: "Neighbor"),
      ],
      plugins: [.plugin(name: "GenerateWayland", package: "rotunda")])
  ]
)
