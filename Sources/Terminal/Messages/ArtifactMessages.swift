internal import Diagnostics

extension ArtifactProblem {
  var message: Message {
    let name = "\(tool) \(version)"
    switch fault {
    case .unreadable(let reason): return unreadable(name, reason)
    case .unknownFormat(let format):
      return unreadable(name, "its format `\(format)` is none that this bootstrap unpacks")
    case .member(let member, let fault):
      return asked("refused-member", "\(name) holds an entry that is not safe to unpack")
        .detail("entry", "`\(member)`")
        .detail("because", fault.reason)
    case .tooLarge(let limit):
      return asked("archive-too-large", "\(name) \(limit.words)")
    case .missingExecutables(let names):
      return asked(
        "missing-executables",
        "\(name) does not provide what the lock says: \(names.joined(separator: ", "))"
      )
      .detail("run", "bootstrap lock")
    }
  }
}

extension ArtifactProblem {
  /// What every message begins with: who asks, and where the file is from.
  private func asked(_ code: String, _ headline: String) -> Message {
    Message(code, headline).detail("asked by", origin?.description).detail("from", url)
  }

  private func unreadable(_ name: String, _ reason: String) -> Message {
    asked("unreadable-archive", "\(name) cannot be unpacked")
      .detail("because", reason)
  }
}

extension ArtifactProblem.ArtifactLimit {
  fileprivate var words: String {
    switch self {
    case .files(let limit): "holds more than \(Quantities.number(limit)) files"
    case .size(let limit): "unpacks to more than \(Quantities.bytes(limit))"
    case .ratio(let limit): "unpacks to more than \(limit) times its size"
    case .directory(let limit): "lists its files in more than \(Quantities.bytes(limit))"
    }
  }
}

extension ArtifactProblem.MemberFault {
  fileprivate var reason: String {
    switch self {
    case .leavesDirectory: "its name leaves the folder"
    case .linkLeavesDirectory(let target): "it is a link to `\(target)`, outside the folder"
    case .duplicate: "another entry has the same name"
    case .fileAndFolder: "it is a file or a link where another entry needs a folder"
    case .differsOnlyInCase(let other): "it differs from `\(other)` only in case"
    case .encrypted: "it is encrypted"
    case .unsupportedKind: "it is neither a file, a folder nor a symbolic link"
    case .badName: "its name has a character that a file name must not have"
    }
  }
}
