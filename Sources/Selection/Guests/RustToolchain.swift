internal import Manifests

/// The files `rust-toolchain.toml` and `rust-toolchain`, in which rustup finds the channel of a
/// project: a version, or an alias such as `stable`.
enum RustToolchain {
  /// Returns the entry for the channel, or `nil` if the text is not TOML.
  ///
  /// The list is empty if there is no channel, as beside the path of a toolchain.
  static func entries(in bytes: [UInt8]) -> [IdiomaticText.Entry]? {
    guard
      let text = try? SourceText(bytes, path: "", limit: ToolVersionText.maximumByteCount),
      let entries = try? TOMLEntries(text).entries
    else { return nil }
    return entries.compactMap { entry in
      channel(of: entry).map {
        IdiomaticText.Entry(tool: "rust", words: [$0], line: entry.line)
      }
    }
  }

  private static func channel(of entry: TOMLEntries.Entry) -> String? {
    switch entry.value {
    case .string(let channel)? where entry.path == ["toolchain", "channel"]: return channel
    case .table(let members)? where entry.path == ["toolchain"]:
      let member = members.first { $0.key == ["channel"] }
      if case .string(let channel)? = member?.value { return channel }
      return nil
    default: return nil
    }
  }
}
