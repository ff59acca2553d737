internal import Diagnostics
internal import JSONText

/// What a signer states about files (in-toto Statement v0.1 and v1).
package struct SignedStatement: Hashable, Sendable {
  /// A file that the statement is about.
  package struct Subject: Hashable, Sendable {
    /// The name of the file, or `nil` if the statement contains none.
    package let name: String?
    /// The digests by the names of their algorithms, in hexadecimal as the statement spells them.
    package let digests: [String: String]
  }

  /// The files. There is at least one.
  package let subjects: [Subject]
  /// The type of what is stated, such as `https://slsa.dev/provenance/v1`. It determines the rest
  /// of the statement, which is not read.
  package let predicateType: String

  private static let types = [
    "https://in-toto.io/Statement/v1", "https://in-toto.io/Statement/v0.1",
  ]
  /// The maximum number of files. Even the largest releases have far fewer.
  private static let maximumSubjectCount = 4096

  /// Reads the payload of an envelope.
  init(parsing payload: [UInt8]) throws(AttestationStatementFault) {
    guard String(validating: payload, as: UTF8.self) != nil else { throw .unreadable }
    var members = Members()
    do {
      var reader = JSONReader(payload)
      try members.read(from: &reader)
      try reader.expectEnd()
    } catch {
      throw .unreadable
    }
    guard let type = members.type, let predicateType = members.predicateType,
      !members.subjects.isEmpty
    else { throw .unreadable }
    guard Self.types.contains(type) else { throw .unknownType(type) }
    self.predicateType = predicateType
    subjects = members.subjects
  }

  /// The members that matter. Others are permitted, but none may occur twice.
  private struct Members {
    var type: String?
    var predicateType: String?
    var subjects: [Subject] = []

    mutating func read(from reader: inout JSONReader) throws(JSONReader.Failure) {
      var result = Members()
      try reader.uniqueMembers { (reader, name) throws(JSONReader.Failure) in
        switch name {
        case "_type": result.type = try reader.string()
        case "predicateType": result.predicateType = try reader.string()
        case "subject":
          try reader.array { (reader) throws(JSONReader.Failure) in
            guard result.subjects.count < maximumSubjectCount else {
              throw .unexpected(offset: reader.position)
            }
            result.subjects.append(try Subject(from: &reader))
          }
        default: try reader.skipValue()
        }
      }
      self = result
    }
  }
}

extension SignedStatement.Subject {
  fileprivate init(from reader: inout JSONReader) throws(JSONReader.Failure) {
    var name: String?
    var digests: [String: String] = [:]
    try reader.uniqueMembers { (reader, member) throws(JSONReader.Failure) in
      switch member {
      case "name": name = try reader.stringIfPresent()
      case "digest":
        try reader.uniqueMembers { (reader, algorithm) throws(JSONReader.Failure) in
          digests[algorithm] = try reader.string()
        }
      default: try reader.skipValue()
      }
    }
    self.name = name
    self.digests = digests
  }
}

extension JSONReader {
  /// Reads an object like ``object(_:)``, and refuses one that repeats a member.
  fileprivate mutating func uniqueMembers(
    _ member: (inout JSONReader, String) throws(Failure) -> Void
  ) throws(Failure) {
    var names: Set<String> = []
    try object { (reader, name) throws(Failure) in
      guard names.insert(name).inserted else { throw .unexpected(offset: reader.position) }
      try member(&reader, name)
    }
  }
}
