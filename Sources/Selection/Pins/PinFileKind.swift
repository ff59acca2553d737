/// A kind of file that determines which version runs in a folder.
package enum PinFileKind {
  case toolVersion, lock, manifest
  case idiomatic(IdiomaticFile)

  /// The name of the file.
  package var name: StaticString {
    switch self {
    case .toolVersion: ".tool-version"
    case .lock: "Toolfile.lock"
    case .manifest: "Toolfile"
    case .idiomatic(let file): file.name
    }
  }
}
