internal import JSONText
internal import Manifests
internal import SourceKinds
internal import Vocabulary

/// A statement that a workflow built files: an in-toto statement with SLSA provenance.
///
/// Its signature is not verified. Anyone who may write attestations to the repository can therefore
/// state anything.
struct ProvenanceStatement: Hashable, Sendable {
  /// The digests of the files.
  let digests: Set<SHA256Digest>
  /// The workflow and its repository.
  let publisher: LockedPublisher

  /// The type of statements that name a workflow.
  private static let provenance = "https://slsa.dev/provenance/v1"

  /// Reads a statement. Returns `nil` if it names no workflow.
  ///
  /// - Parameter web: The base address of the server's repositories, without a trailing slash.
  init?(_ statement: [UInt8], on web: String) throws(JSONReader.Failure) {
    var digests: Set<SHA256Digest> = []
    var type: String?
    var workflow: [String: String] = [:]
    var reader = JSONReader(statement)
    try reader.object { (reader, key) throws(JSONReader.Failure) in
      switch key {
      case "predicateType": type = try reader.stringIfPresent()
      case "subject":
        try reader.array { (reader) throws(JSONReader.Failure) in
          let digits = try reader.string(at: ["digest", "sha256"])
          if let digest = digits.flatMap({ SHA256Digest(hexadecimal: $0) }) {
            digests.insert(digest)
          }
        }
      case "predicate":
        try reader.member(at: ["buildDefinition", "externalParameters", "workflow"]) {
          (reader) throws(JSONReader.Failure) in
          try reader.object { (reader, key) throws(JSONReader.Failure) in
            workflow[key] = try reader.stringIfPresent()
          }
        }
      default: try reader.skipValue()
      }
    }
    try reader.expectEnd()
    guard type == Self.provenance, let repository = workflow["repository"],
      repository.lowercased().hasPrefix(web.lowercased() + "/"),
      let name = RepositoryName(repository.dropFirst(web.count + 1)),
      let publisher = LockedPublisher(
        GitHubKind.name, name.description, workflow: workflow["path"]),
      publisher.workflow != nil
    else { return nil }
    self.digests = digests
    self.publisher = publisher
  }
}

extension JSONReader {
  /// Reads an object, and calls `read` for the member at a path of keys in it. Skips all other
  /// members, and any value along the path that is not an object.
  fileprivate mutating func member(
    at path: ArraySlice<String>, _ read: (inout JSONReader) throws(Failure) -> Void
  ) throws(Failure) {
    guard let first = path.first else { return try read(&self) }
    guard try peek() == UInt8(ascii: "{") else { return try skipValue() }
    try object { (reader, key) throws(Failure) in
      if key == first {
        try reader.member(at: path.dropFirst(), read)
      } else {
        try reader.skipValue()
      }
    }
  }

  /// Reads a value, and returns the string at a path of keys in it, or `nil` if there is none.
  mutating func string(at path: ArraySlice<String>) throws(Failure) -> String? {
    var found: String?
    try member(at: path) { (reader) throws(Failure) in found = try reader.stringIfPresent() }
    return found
  }
}
