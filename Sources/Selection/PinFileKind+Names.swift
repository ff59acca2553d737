extension PinFileKind {
  /// The names of all files that select versions in a folder.
  package static let allNames: [String] = {
    let kinds: [PinFileKind] = [.toolVersion, .manifest, .lock]
    return (kinds + IdiomaticFile.all.map { .idiomatic($0) }).map { $0.name.description }
  }()
}
