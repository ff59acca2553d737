// swift-tools-version: 6.2

import Foundation
import PackageDescription

// A module imports only modules above it in this list (`scripts/check-imports` holds it to that).
// `needs` names what a module imports itself, so the list reads as the graph.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func module(_ name: String, needs: [String] = []) -> Target {
  .target(name: name, dependencies: needs.map { .byName(name: $0) }, swiftSettings: strict)
}

func tests(of name: String, needs: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: ([name] + needs).map { .byName(name: $0) },
    swiftSettings: strict)
}

let libraries: [Target] = [
  .systemLibrary(
    name: "CSQLite", pkgConfig: "sqlite3",
    providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
  .systemLibrary(
    name: "CCurl", pkgConfig: "libcurl",
    providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
  .systemLibrary(
    name: "CArchive", pkgConfig: "libarchive",
    providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
  .systemLibrary(
    name: "CCrypto", pkgConfig: "libcrypto",
    providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
  .target(name: "CPosix"),
]

let modules: [Target] = [
  module("Diagnostics"),
  module("Filesystem", needs: ["CPosix", "Diagnostics"]),
  module("Versions"),
  module("Layout", needs: ["Filesystem"]),
  module("Manifests", needs: ["Diagnostics", "Filesystem", "Versions"]),
  module("Resolution", needs: ["Versions"]),
  module("ObjectStore", needs: ["CSQLite"]),
  module("Transport", needs: ["CCurl", "CCrypto", "Diagnostics", "Filesystem"]),
  module("Archives", needs: ["CArchive", "Filesystem"]),
  module("Terminal", needs: ["CPosix", "Diagnostics", "Filesystem"]),
]

let moduleTests: [Target] = [
  tests(of: "Filesystem"),
  tests(of: "Versions"),
  tests(of: "Manifests", needs: ["Diagnostics", "Filesystem", "Terminal", "Versions"]),
  tests(of: "Resolution", needs: ["Versions"]),
  tests(of: "ObjectStore"),
  tests(of: "Transport", needs: ["Filesystem"]),
  tests(of: "Archives", needs: ["Filesystem"]),
]

// While modules are being founded, a target without its folder is left out.
func isFounded(_ target: Target) -> Bool {
  let folder = target.type == .test ? "Tests" : "Sources"
  return FileManager.default.fileExists(
    atPath: "\(Context.packageDirectory)/\(folder)/\(target.name)")
}

let package = Package(
  name: "bootstrap",
  platforms: [.macOS(.v15)],
  targets: (libraries + modules + moduleTests).filter(isFounded)
)
