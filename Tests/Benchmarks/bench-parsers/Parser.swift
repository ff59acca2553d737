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
    foreign(.gemfile, Shape.ruby + Shape.gemfile), foreign(.brewfile, Shape.ruby + Shape.gemfile),
    foreign(.mise, Shape.toml), foreign(.aqua, Shape.yaml), foreign(.nodePackage, Shape.json),
    foreign(.goModule, Shape.lines),
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

  private static func foreign(_ kind: ForeignManifest, _ shapes: [Shape]) -> Parser {
    Parser(name: kind.fileNames[0], shapes: shapes) {
      _ = try? kind.statements(in: $0, path: kind.fileNames[0])
    }
  }
}
