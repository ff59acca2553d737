internal import Manifests

extension RubyCall {
  /// Returns the statement as messages show it. If one of its arguments is neither a name nor a
  /// version, only the word is shown.
  ///
  /// - Parameter words: The words whose arguments are names.
  func foreignOutline(knowing words: Set<String>) -> String {
    outline(knowing: hasShownNames ? words : [])
  }

  /// Whether all arguments that are strings or symbols are names, titles, or versions.
  var hasShownNames: Bool {
    let folder = "#{__dir__}/"
    return names.allSatisfy { name in
      let path = name.hasPrefix(folder) ? name.dropFirst(folder.count) : name[...]
      return ForeignName.isReference(path) || ForeignName.isTitle(path)
    }
  }
}
