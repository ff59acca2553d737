package import Filesystem

/// The program that runs for an executable.
package enum SelectedProgram: Sendable {
  /// A program of an installation, and the pin that selects it.
  case installed(path: FilePath, pin: SelectedPin)
  /// A program on `PATH` outside the shims. `pin` selects `system`, or is `nil` if nothing pins
  /// the executable.
  case system(path: FilePath, pin: SelectedPin?)

  /// The path of the program.
  package var path: FilePath {
    switch self {
    case .installed(let path, _), .system(let path, _): path
    }
  }

  /// The pin that selects the program, or `nil` if nothing pins the executable.
  package var pin: SelectedPin? {
    switch self {
    case .installed(_, let pin): pin
    case .system(_, let pin): pin
    }
  }
}
