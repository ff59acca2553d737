internal import Diagnostics
internal import SourceKinds

// The faults that are specific to this source.
extension SourceFault {
  /// The number of examples in a message.
  private static let exampleCount = 5

  /// The fault for a tool whose versions are listed nowhere, and for which no exact version is
  /// required.
  static let noVersions = SourceFault(
    "no-versions", "no list of the versions of {subject} is known",
    [
      .requestOrigin,
      .detail(
        label: "try",
        [
          "versions: \"<address of a page>\"", "tags: \"<address of a Git repository>\"",
          "an exact version",
        ]),
    ], exitCode: .unreadableManifest)

  static func tooManyVersions(limit: Int) -> SourceFault {
    SourceFault("too-many-versions", "{subject} has more than \(limit) versions", [.requestOrigin])
  }

  /// The fault for a page without versions. `found` lists the names that it has.
  static func noMatch(_ pattern: String, found: [String], at address: String) -> SourceFault {
    let examples = found.prefix(exampleCount).map { "\(abbreviated($0))" }
    return SourceFault(
      "no-match", "no version of {subject} was found",
      [
        .requestOrigin, .detail(label: "at", [address]),
        .detail(label: "expected", ["`\(pattern)`"]),
        .detail(label: "found", examples.isEmpty ? ["nothing"] : examples),
      ], exitCode: .notAvailable)
  }

  /// The fault for a JSON document without texts at a path.
  static func nothingAtPath(_ path: String, found: String?, at address: String) -> SourceFault {
    SourceFault(
      "nothing-at-path", "the document with the versions of {subject} has nothing at `\(path)`",
      [.requestOrigin, .detail(label: "at", [address])]
        + (found.map { [.detail(label: "found", [$0])] } ?? []), exitCode: .notAvailable)
  }

  /// The fault for a JSON document without a path to its versions.
  static func noPath(at address: String) -> SourceFault {
    SourceFault(
      "no-path",
      "the versions of {subject} are in a JSON document, and `json` must state their path",
      [
        .requestOrigin, .detail(label: "at", [address]),
        .detail(label: "try", ["json: \"[].version\""]),
      ], exitCode: .unreadableManifest)
  }

  /// The fault for a version without any of its files. Lists their addresses.
  static func noFiles(version: String, addresses: [String]) -> SourceFault {
    SourceFault(
      "no-files", "version \(version) of {subject} has no file",
      [.requestOrigin, .detail(label: "looked at", addresses)], exitCode: .notAvailable)
  }

  /// The fault for a file that is not listed among the checksums.
  static func noChecksum(of file: String, at address: String) -> SourceFault {
    SourceFault(
      "no-checksum", "the checksums of {subject} lack `\(file)`",
      [.requestOrigin, .detail(label: "at", [address])], exitCode: .corruptArtifact)
  }

  /// The fault for a file with several checksums.
  static func severalChecksums(of file: String, at address: String) -> SourceFault {
    SourceFault(
      "several-checksums", "the checksums of {subject} contradict each other for `\(file)`",
      [.requestOrigin, .detail(label: "at", [address])], exitCode: .corruptArtifact)
  }

  /// The fault for an address outside the fixed part of its template.
  static func outsideTemplate(_ address: String, folder: String) -> SourceFault {
    SourceFault(
      "outside-template", "the address of a file of {subject} leads out of its template",
      [.requestOrigin, .detail(label: "at", [address]), .detail(label: "expected", [folder])],
      exitCode: .unreadableManifest)
  }
}
