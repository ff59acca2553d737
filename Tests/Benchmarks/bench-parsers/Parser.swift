import Importing
import Manifests

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

  /// Returns the parser of another tool's file with this path.
  private static func foreign(_ path: String, _ shapes: [Shape]) -> Parser {
    Parser(name: path, shapes: shapes) {
      _ = try? ImportableFile(at: path)?.format.statements(in: $0, path: path)
    }
  }
}
