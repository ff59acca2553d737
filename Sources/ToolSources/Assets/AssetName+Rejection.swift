internal import Vocabulary

extension AssetName {
  /// The reason why the file suits no platform, or `nil` if it suits one.
  var rejection: AssetRejection? {
    switch ending {
    case .companion(.document) where namesChecksums: .checksums
    case .companion(let reason): reason
    case .unknown(let ending): .unknownFormat(ending)
    case .windows: .otherSystem
    case .script where isInstaller: .installer
    case .installable where isManualPage: .document
    case .installable, .script, .none, .appImage, .container: contents
    }
  }

  /// Whether the file is considered before all others.
  ///
  /// An AppImage is a program, but it runs only on machines that can mount its image.
  var isFirstChoice: Bool {
    switch ending {
    case .appImage, .container: false
    default: true
    }
  }

  /// Whether the name is that of a source archive: it has the version, but no platform.
  ///
  /// Projects with one file for all platforms name it in the same way.
  var looksLikeSource: Bool {
    guard case .installable = ending else { return false }
    return hasVersion && systems.isEmpty && architectures.isEmpty
  }

  /// Whether the file accompanies others.
  var isCompanion: Bool { if case .companion = ending { true } else { false } }

  /// The choice of this file.
  var choice: AssetChoice {
    switch ending {
    case .installable(let format): .chosen(text, ArtifactFormat(format) ?? .raw)
    case .container(let format, _): .unsupported(text, format: format)
    case .script, .windows, .appImage, .companion, .unknown, .none: .chosen(text, .raw)
    }
  }

  /// Whether the name of a text says that it contains digests.
  private var namesChecksums: Bool {
    AssetName.tokens(of: text.lowercased()[...])
      .contains { AssetWord.meanings[$0] == .contents(.checksums) }
  }

  private var isInstaller: Bool {
    words.contains { ["install", "installer", "setup", "uninstall"].contains($0) }
  }

  /// Whether the name is that of a compressed manual page, such as `tool.1.gz`.
  private var isManualPage: Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."))
    guard parts.count == 3, systems.isEmpty, architectures.isEmpty, !hasFullVersion else {
      return false
    }
    return parts[1].count == 1 && parts[1].allSatisfy { (0x31...0x39).contains($0) }
  }
}
