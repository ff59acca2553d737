package import Filesystem

/// The program that an executable's name means.
package enum SelectedProgram: Sendable {
  /// That of an installation; `pin` says why.
  case installed(path: FilePath, pin: SelectedPin)
  /// Another one on `PATH`. nil: nothing pins the executable; else the pin says `system`.
  case system(path: FilePath, pin: SelectedPin?)

  package var path: FilePath {
    switch self {
    case .installed(let path, _), .system(let path, _): path
    }
  }

  package var pin: SelectedPin? {
    switch self {
    case .installed(_, let pin): pin
    case .system(_, let pin): pin
    }
  }
}
