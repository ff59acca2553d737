/// A file of a directory that says which version runs.
package enum PinFileKind {
  case toolVersion, lock, manifest
  case idiomatic(IdiomaticFile)

  package var name: StaticString {
    switch self {
    case .toolVersion: ".tool-version"
    case .lock: "Toolfile.lock"
    case .manifest: "Toolfile"
    case .idiomatic(let file): file.name
    }
  }
}
