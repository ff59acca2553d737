internal import Diagnostics
internal import Vocabulary

extension HostShortage {
  var message: Message {
    let names = builds.map { "\($0.tool) \($0.version)" }
    let message = Message(
      "host-shortage",
      "\(QuantityFormat.enumeration(names)) cannot be built, because this machine lacks what "
        + (names.count == 1 ? "it needs" : "they need")
    )
    .column("missing", items.map(\.words))
    guard let manager, !packages.isEmpty else {
      return message.detail("try", "install it with the package manager of this system")
    }
    let needsPrivileges = manager.needsPrivileges && !isSuperuser
    let others = QuantityFormat.enumeration(unpackaged.map(\.words))
    return message.detail(
      "run",
      (needsPrivileges ? "sudo " : "") + manager.command + " " + packages.joined(separator: " ")
    )
    .detail("try", unpackaged.isEmpty ? nil : "also install \(others), whose package is unknown")
  }
}

extension HostShortage.Item {
  /// The item as part of a sentence.
  var words: String {
    switch kind {
    case .program: "`\(name)`"
    case .header: "the header `\(name)`"
    case .pkgConfig:
      "the library `\(name)`" + (requirement.isEmpty ? "" : " \(requirement)")
        + (found.map { " (found \($0))" } ?? "")
    }
  }
}

extension HostPackageManager {
  /// The command that installs packages.
  fileprivate var command: String {
    switch self {
    case .apt: "apt-get install"
    case .dnf: "dnf install"
    case .apk: "apk add"
    case .pacman: "pacman -S"
    case .brew: "brew install"
    case .cask: "brew install --cask"
    case .mas: "mas install"
    }
  }
}
