internal import Foundation

/// The programs that this package builds, found beside the test bundle.
package enum BuiltPrograms {
  /// Whether `name` was built.
  package static func has(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "\(directory)/\(name)")
  }

  /// The folder with the test bundle and every program of the same build.
  package static let directory: String = {
    #if os(macOS)
      // The tests run in a program of the toolchain that loads the bundle.
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return (bundle.bundlePath as NSString).deletingLastPathComponent
    #else
      let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
      return (program as NSString).deletingLastPathComponent
    #endif
  }()

  /// Puts the programs where an installed root has them: `bin/bootstrap`, `libexec/bootstrap-change`, `libexec/bootstrap-shim`.
  static func install(into root: String) throws {
    for (name, place) in [
      ("bootstrap", "bin"), ("bootstrap-change", "libexec"), ("bootstrap-shim", "libexec"),
    ] where has(name) {
      let folder = "\(root)/\(place)"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: nil)
      try link("\(directory)/\(name)", to: "\(folder)/\(name)")
    }
  }

  /// A hard link, or a copy where the two places are on different file systems.
  private static func link(_ source: String, to destination: String) throws {
    do {
      try FileManager.default.linkItem(atPath: source, toPath: destination)
    } catch {
      try FileManager.default.copyItem(atPath: source, toPath: destination)
    }
  }
}
