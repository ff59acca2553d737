internal import Filesystem
internal import TextSearch

/// A version manager whose programs may stand before the shims on PATH.
struct VersionManager {
  let name: String

  /// The parts of paths that tell to which version manager a folder belongs.
  private static let known = [
    (".asdf/", "asdf"), ("/mise/", "mise"), (".rbenv/", "rbenv"), (".pyenv/", "pyenv"),
    (".nodenv/", "nodenv"), (".nvm/", "nvm"), ("fnm_multishells", "fnm"), ("/fnm/", "fnm"),
    (".volta/", "Volta"), (".goenv/", "goenv"), (".jenv/", "jenv"), (".tfenv/", "tfenv"),
    (".sdkman/", "SDKMAN"), (".cargo/", "Cargo"), (".proto/", "proto"), ("aquaproj-aqua", "aqua"),
    ("/homebrew/", "Homebrew"), (".linuxbrew/", "Homebrew"), ("/nix", "Nix"),
  ]

  /// Creates the manager that a folder on PATH belongs to, or returns `nil` if it is none that is
  /// known.
  init?(owning folder: FilePath) {
    let path = folder.string + "/"
    guard let found = Self.known.first(where: { path.contains($0.0) }) else { return nil }
    name = found.1
  }
}
