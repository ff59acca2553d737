internal import Diagnostics
internal import Vocabulary

extension PublisherNotice {
  var form: Notice.Form {
    switch self {
    case .yanked(let tool, let version, let reason):
      .warning([
        Message("yanked", "\(tool) \(version) was yanked by its publisher")
          .detail("because", reason.isEmpty ? nil : reason)
      ])
    case .yankedGem(let gem, let tool, let version):
      .warning([
        Message("yanked", "\(gem), a gem of \(tool) \(version), was yanked by its publisher")
          .detail("run", "bootstrap update \(tool)")
      ])
    case .replacedFiles(let tool, let version, let platforms):
      .warning([
        Message(
          "replaced-files",
          "the file of \(tool) \(version) for "
            + platforms.map(\.rawValue).joined(separator: ", ")
            + " differs from that in the previous lock")
      ])
    case .mixed(let tool, let version, let files):
      .warning([FilePublisher.warning(tool: tool, version: version, files)])
    case .unverified(let tool, let version, let files):
      .warning([
        Message("unverified-publisher", "the publisher of \(tool) \(version) is not verified")
          .column("files", UnverifiedFile.lines(files))
      ])
    case .confirmedBySHA512(let tool, let version):
      .note(
        "\(tool) \(version) was checked against its published SHA-512 digests; "
          + "the lock records SHA-256 digests of the same files")
    case .trustedOnFirstUse(let tool, let version, let parts):
      .note(
        "found no digest to check "
          + (parts.isEmpty
            ? "\(tool) \(version)"
            : parts.joined(separator: ", ")
              + " (\(parts.count == 1 ? "part" : "parts") of \(tool) \(version))")
          + " against; the lock trusts the first download")
    case .digestsNotCompared(let tools):
      .note(
        "the digests of \(tools.map(\.text).joined(separator: ", ")) were not compared, "
          + "because no source states them"
      )
    case .unconfirmed(let titles, let problem):
      .warning([
        Message(
          "unconfirmed",
          "cannot ask the index whether it publishes the locked "
            + (titles.count == 1 ? titles[0] : QuantityFormat.count(titles.count, "tool"))
        )
        .detail("because", problem.map { $0.messages.first?.headline } ?? "--offline is set")
        .detail("tools", titles.count == 1 ? [] : titles)
      ])
    }
  }
}

extension FilePublisher {
  /// The file and its publisher: `ruff-0.17.5.whl: github:astral-sh/ruff workflow release.yml`.
  private var words: String { "\(printable(file)): \(publisher ?? "none")" }

  /// Returns the warning about files of a version that do not have one publisher.
  fileprivate static func warning(tool: ToolName, version: VersionText, _ files: [Self]) -> Message
  {
    Message("mixed-publishers", "the files of \(tool) \(version) have no publisher in common")
      .column("files", files.map(\.words))
      .detail(
        "because", "a file may have been added by somebody else; the lock states no publisher")
  }
}
