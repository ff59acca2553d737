package import Diagnostics
internal import Vocabulary

extension UnmetProvenance {
  /// Returns the message for publishers that do not meet a demand.
  static func message(_ unmet: [UnmetProvenance]) -> Message {
    var message = Message(
      "unmet-provenance",
      unmet.count == 1
        ? unmet[0].sentence : "the publishers of \(unmet.count) tools do not meet the requirements")
    for one in unmet {
      message =
        message.detail("tool", unmet.count == 1 ? nil : one.sentence)
        .detail("asked by", one.origin?.withoutColumn.description)
        .detail("published", one.published ?? "none stated")
        .column("files", UnverifiedFile.lines(one.files))
        .detail("try", one.remedy)
    }
    return message.fact("tools", .array(unmet.map(\.json)))
  }

  /// Returns the message for attestations that a lock names, but that cannot be obtained.
  static func missing(_ unmet: [UnmetProvenance], isSourceAsked: Bool) -> Message {
    var message = Message(
      "missing-attestations",
      unmet.count == 1
        ? "the publisher of \(unmet[0].tool) \(unmet[0].version) cannot be verified"
        : "the publishers of \(unmet.count) tools cannot be verified")
    for one in unmet {
      message =
        message.detail("asked by", one.origin?.withoutColumn.description)
        .column("files", one.files.map { printable($0.file) })
    }
    return
      message
      .detail(
        "because",
        isSourceAsked
          ? "the attestations in the lock are neither kept here nor published by the source"
          : "the attestations in the lock are not kept on this machine"
      )
      .detail(
        "run",
        isSourceAsked
          ? commandLine(["bootstrap", "update"] + unmet.map(\.tool.text))
          : "bootstrap lock --check --online"
      )
      .fact("tools", .array(unmet.map(\.json)))
  }

  private var sentence: String {
    switch demand {
    case .provenance(.verified), .lock: "the publisher of \(tool) \(version) is not verified"
    case .provenance(.stated): "\(tool) \(version) has no publisher"
    case .publisher(let expected):
      "the publisher of \(tool) \(version) is not \(expected)"
    }
  }

  private var remedy: String? {
    if demand == .lock {
      return "restore the `verified` line of the lock, or run `bootstrap update "
        + "\(shellWord(tool.text))`"
    }
    guard case .provenance(.verified) = demand else { return nil }
    let isByAnother = files.contains { file in
      if case .otherPublisher = file.reason { true } else { false }
    }
    if isByAnother {
      return "if the signer is right, run the command again with "
        + "`--accept-publisher \(shellWord(tool.text))`"
    }
    return published == nil
      ? "a version whose files are attested, or remove the demand"
      : "`require_provenance: :stated` in the line of \(tool), if a stated publisher is enough"
  }

  private var json: JSON {
    .object([
      "tool": .string(tool.text), "version": .string(version.text), "required": .string(required),
      "published": .optional(published), "unverified": .array(files.map(\.json)),
      "origin": .optional(origin?.withoutColumn),
    ])
  }

  private var required: String {
    switch demand {
    case .provenance(let provenance): provenance.rawValue
    case .publisher(let publisher): publisher
    case .lock: Provenance.verified.rawValue
    }
  }
}

extension UnverifiedFile {
  /// Returns files and their reasons in lines. Files with the same reason, such as those of all
  /// platforms, share a line: `3 files, such as ruff-0.17.5.whl: no attestation was found`.
  static func lines(_ files: [UnverifiedFile]) -> [String] {
    var reasons: [String] = []
    for file in files where !reasons.contains(file.reason.words) {
      reasons.append(file.reason.words)
    }
    return reasons.map { reason in
      let same = files.filter { $0.reason.words == reason }
      let name = same.first.map { printable($0.file) } ?? ""
      return (same.count == 1 ? name : "\(same.count) files, such as \(name)") + ": \(reason)"
    }
  }

  /// The file and the reason as JSON.
  package var json: JSON { .object(["file": .string(file), "because": .string(reason.words)]) }
}

extension UnverifiedFile.Reason {
  fileprivate var words: String {
    switch self {
    case .noAttestation: "no attestation was found"
    case .missingAttestation: "the attestation that the lock names is missing"
    case .fault(let fault): fault.words
    case .unnamedSigner(let signer):
      "signed by \(signer.isPlain ? signer : printable(signer)), which a lock cannot name as a "
        + "publisher"
    case .unrelatedStatement(let type):
      "the statement of type \(printable(type)) does not say who published it"
    case .otherPublisher(let found, let expected):
      "signed by \(found), but published by \(expected)"
    case .otherThanLocked(let found, let locked):
      "signed by \(found), but the lock names \(locked)"
    case .noCommonPublisher(let found): "signed by \(found), unlike other files"
    case .unreadableSignature: "the signature is not in the format of minisign 0.10 or later"
    case .signature(let id): "it is not signed with the minisign key \(id)"
    }
  }
}

extension String {
  /// Whether the text is printable ASCII. The name of a signer is public, although it often looks
  /// like an address with a password.
  fileprivate var isPlain: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}
