/// The words that users of other version managers, of Bundler, or of package managers type, and the
/// commands that do the same here.
enum ForeignWord {
  /// Returns the command lines to use instead of a command that does not exist, or none if the word
  /// is not known.
  static func counterparts(of word: String) -> [String] {
    lines.first { $0.words.contains(word) }?.lines ?? []
  }

  /// Each word once, with the command lines that it can mean. Words in capitals are arguments.
  static let lines: [(words: [String], lines: [String])] = [
    (["use", "set", "pin", "switch"], ["bootstrap local TOOL VERSION"]),
    (["unset", "unuse", "unpin"], ["bootstrap local --unset TOOL"]),
    (["default", "alias"], ["bootstrap global TOOL VERSION"]),
    (["ls", "installed"], ["bootstrap list", "bootstrap versions"]),
    (["current", "status", "show", "version-name", "version-origin"], ["bootstrap version"]),
    (["version-file", "version-file-read"], ["bootstrap which -v NAME"]),
    (["ls-remote", "list-remote", "list-all", "list-versions", "latest"], ["bootstrap info TOOL"]),
    (["where", "dir", "path"], ["bootstrap prefix TOOL"]),
    (["whereis", "what-is", "who", "provides", "shim-versions"], ["bootstrap whence NAME"]),
    (["reshim", "shim", "relink", "link"], ["bootstrap rehash"]),
    (["shims"], ["ls \"$(bootstrap root)/shims\""]),
    (["run", "x", "env", "do", "each"], ["bootstrap exec -- COMMAND"]),
    (["i", "install-all", "sync", "ensure", "bundle", "fetch", "get"], ["bootstrap install"]),
    (["upgrade", "up", "bump"], ["bootstrap update"]),
    (
      ["rm", "delete", "erase", "purge"],
      ["bootstrap remove TOOL", "bootstrap uninstall TOOL@VERSION"]
    ),
    (["clean", "cleanup", "gc", "autoremove", "tidy"], ["bootstrap prune"]),
    (["restore", "undelete"], ["bootstrap trash restore"]),
    (["vendor", "package", "pack"], ["bootstrap cache add --all-platforms"]),
    (["create", "new"], ["bootstrap init"]),
    (["status-check", "ok"], ["bootstrap check"]),
    (["find", "plugin", "plugins", "plugin-list", "plugin-add"], ["bootstrap search WORD"]),
    (["deps", "graph"], ["bootstrap tree"]),
    (["settings", "setting", "configure"], ["bootstrap config"]),
    (["commands"], ["bootstrap help"]),
  ]
}
