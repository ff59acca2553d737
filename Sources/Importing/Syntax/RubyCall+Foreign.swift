internal import Manifests

extension RubyCall {
  /// Returns the statement as messages show it. If one of its arguments has no form that may be
  /// shown, only the word is.
  ///
  /// - Parameters:
  ///   - words: The words whose arguments are names.
  ///   - admitsTitles: Whether the arguments may be titles of applications.
  func foreignOutline(knowing words: Set<String>, admittingTitles admitsTitles: Bool) -> String {
    outline(knowing: hasShownNames(admittingTitles: admitsTitles) ? words : [])
  }

  /// Returns whether all arguments that are strings or symbols are names or versions, or perhaps
  /// titles.
  func hasShownNames(admittingTitles admitsTitles: Bool) -> Bool {
    let folder = "#{__dir__}/"
    return shownNames.allSatisfy { name in
      let path = name.hasPrefix(folder) ? name.dropFirst(folder.count) : name[...]
      return ForeignName.isReference(path) || admitsTitles && ForeignName.isTitle(path)
    }
  }
}
