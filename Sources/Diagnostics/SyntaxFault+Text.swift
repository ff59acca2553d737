extension SyntaxFault {
  /// The fault without any text of the file: only its kind.
  var withoutText: SyntaxFault {
    switch self {
    case .tooLarge, .utf16, .notUTF8, .nulByte, .unterminatedString, .stringTooLong, .nestedTooDeep,
      .tooManyValues, .valueAfterOption, .strayEnd, .duplicateRequirement, .notALockfile,
      .conflictMarkers, .truncated, .lockIndentation, .newerLockfile, .unshownText,
      .unfinishedMerge, .notYAML, .strayMarker:
      self
    case .toolName, .duplicateTool, .repeatedTool: .unshownText(expected: .toolName)
    case .version, .missingVersion, .rangeAsVersion: .unshownText(expected: .version)
    case .executableName: .unshownText(expected: .executables)
    case .platform, .duplicatePlatform: .unshownText(expected: .platform)
    case .requirement: .unshownText(expected: .requirement)
    case .duration: .unshownText(expected: .duration)
    case .extraWord: .unshownText(expected: .endOfLine)
    case .notPartOfToolfile: .unshownText(expected: .newStatement)
    default: .unshownText(expected: nil)
    }
  }
}
