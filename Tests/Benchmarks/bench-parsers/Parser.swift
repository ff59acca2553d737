import Importing
import Manifests
import SourceKinds

/// A parser of a file that a repository may contain.
struct Parser: Sendable {
  /// The name of the file.
  let name: String
  let shapes: [Shape]
  /// Reads a text. It may well be invalid.
  let read: @Sendable ([UInt8]) -> Void

  static let all = [
    Parser(name: "Toolfile", shapes: Shape.ruby + Shape.toolfile) {
      _ = try? Toolfile(parsing: $0, path: "Toolfile")
    },
    Parser(name: "registry", shapes: Shape.ruby + Shape.toolfile) {
      var texts = RegistryTexts()
      texts.add($0, path: "registry.rb")
    },
    foreign("Gemfile", Shape.ruby + Shape.gemfile),
    foreign("Brewfile", Shape.ruby + Shape.gemfile), foreign("mise.toml", Shape.toml),
    foreign("pixi.toml", Shape.toml), foreign("aqua.yaml", Shape.yaml),
    foreign("package.json", Shape.json), foreign("devbox.json", Shape.json),
    foreign("go.mod", Shape.lines), foreign("Mintfile", Shape.lines),
    foreign(".tool-versions", Shape.lines),
    Parser(name: "Toolfile.lock", shapes: Shape.lock) {
      _ = try? Lockfile(parsing: $0, path: "Toolfile.lock")
    },
    Parser(name: "merged lock", shapes: Shape.lock) {
      _ = try? ConflictedLockfile(parsing: $0, path: "Toolfile.lock")
    },
    Parser(name: ".tool-version", shapes: Shape.lines) {
      _ = try? ToolVersionFile(parsing: $0, path: ".tool-version")
    },
  ]

  /// An import of no file, created once because its creation reads all definitions.
  private static let nothing = ManifestImport(.shipped)

  /// Returns the parser of another tool's file with this path, which also decides what becomes of
  /// each entry.
  private static func foreign(_ path: String, _ shapes: [Shape]) -> Parser {
    Parser(name: path, shapes: shapes) { bytes in
      let format = ImportableFile(at: path)?.format
      guard let statements = try? format?.statements(in: bytes, path: path) else { return }
      var manifests = nothing
      manifests.add(ImportableFile.Contents(path: path, statements: statements))
      _ = manifests.report
    }
  }
}
