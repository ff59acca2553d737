internal import Filesystem
internal import Foundation

/// The programs built by this package, which are in the same folder as the test bundle.
package enum BuiltPrograms {
  /// Returns whether the program `name` was built.
  package static func has(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "\(directory)/\(name)")
  }

  /// The folder that contains the test bundle and the programs of the same build.
  package static let directory: String = {
    #if os(macOS)
      // On macOS, the tests are a bundle that a program of the toolchain loads (dlopen(3)), without
      // Foundation's knowledge. This code is in the file `NAME.xctest/Contents/MacOS/NAME`.
      var image = unsafe Dl_info()
      guard unsafe dladdr(#dsohandle, &image) != 0, let file = unsafe image.dli_fname else {
        return "."
      }
      let path = unsafe String(cString: file)
      let end = path.range(of: ".xctest/", options: .backwards)?.upperBound ?? path.endIndex
      return (String(path[..<end]) as NSString).deletingLastPathComponent
    #else
      let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
      return (program as NSString).deletingLastPathComponent
    #endif
  }()

  /// Installs the programs in a root as `bin/bootstrap`, `libexec/bootstrap-change`, and
  /// `libexec/bootstrap-shim`. Leaves out those that were not built.
  ///
  /// - Parameter asCopies: Whether to copy the programs instead of linking to them.
  package static func install(into root: String, asCopies: Bool = false) throws {
    for (name, place) in [
      ("bootstrap", "bin"), ("bootstrap-change", "libexec"), ("bootstrap-shim", "libexec"),
    ] where has(name) {
      let folder = "\(root)/\(place)"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: nil)
      let (program, place) = ("\(try linkable.get())/\(name)", "\(folder)/\(name)")
      if asCopies {
        try copy(program, to: place)
      } else {
        try FileManager.default.linkItem(atPath: program, toPath: place)
      }
    }
  }

  /// The folder of the programs that sandboxes link to: ``directory`` or, if temporary folders are
  /// on another file system, a temporary folder with copies.
  ///
  /// The copies stay when the test process ends. `scripts/test` removes them with all other
  /// temporary files.
  private static let linkable = Result<String, any Error> {
    let files = FileManager.default
    let usual = files.temporaryDirectory.path
    if try device(of: usual) == device(of: directory) { return directory }
    let copies = "\(usual)/bootstrap-test-programs-\(getpid())"
    try files.createDirectory(atPath: copies, withIntermediateDirectories: true)
    for name in ["bootstrap", "bootstrap-change", "bootstrap-shim"] where has(name) {
      try copy("\(directory)/\(name)", to: "\(copies)/\(name)")
    }
    return copies
  }

  /// Copies a program. Another process does this. Otherwise, a child of another test could inherit
  /// the open file, and the program could not start.
  private static func copy(_ program: String, to place: String) throws {
    _ = try ChildProcess.output(
      of: "/bin/cp", arguments: [program, place], environment: .current, limit: 1 << 10)
    if !FileManager.default.isExecutableFile(atPath: place) {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  private static func device(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.systemNumber] as? Int
  }
}
