internal import Diagnostics
internal import Filesystem
internal import TextSearch

/// Returns the noun phrase for a part of the Toolfile's syntax.
func noun(_ element: SyntaxElement) -> String {
  switch element {
  case .value, .argument, .string, .symbol, .symbolOrString, .integer, .boolean, .array, .map, .key,
    .endOfLine, .endOfFile, .comma, .newStatement, .closing, .text:
    grammarNoun(element)
  case .stringOrStrings: "a string or an array of strings"
  case .executables: "program names, or a map from names to paths in the artifact"
  case .artifactPath: "a path in the artifact, such as `\"bin/tool\"`"
  case .provenance: "`:stated` or `:verified`"
  case .minisignKey: "a minisign public key, which begins with `RW`"
  case .filePath: "the path of a file in the project, such as `\"roots/acme.json\"`"
  case .fileName: "the name of a file, such as `\"release.yml\"`"
  case .repository: "a repository, such as `\"owner/name\"`"
  case .guestRule: "a rule, such as `\"java\"`, `\"temurin-{version}\"`, or `\"lts/iron=20\"`"
  case .packageVariable: "a variable, such as `\"GEM_HOME\"` or `\"GOBIN={packages}/bin\"`"
  case .hostNeed:
    "a program, a header, or a library for pkg-config, such as `\"make\"`, `\"zlib.h\"`, or "
      + "`\"openssl.pc\"`"
  case .hostPackage: "the name of a package"
  case .hostPackages: "the name of a package, or an array of names"
  case .hookName: "the name of a hook, such as `\"git-hooks\"`"
  case .programName: "the name of a program, such as `\"git\"`"
  case .commandLines: "a command line, or an array of command lines"
  case .partName: "a name of letters, digits, and the characters `.`, `_`, and `-`"
  case .digest: "a SHA-256 digest"
  case .symbolsOrStrings: "symbols or strings"
  case .toolName: "the name of a tool"
  case .version: "a version"
  case .sourceName: "the name of a source"
  case .address: "an address"
  case .duration: "a duration"
  case .groupName: "the name of a group, such as `:release`"
  case .platform: "a platform"
  case .requirement: "a requirement"
  }
}

/// Returns the noun phrase for a part of the grammar, without its meaning.
private func grammarNoun(_ element: SyntaxElement) -> String {
  switch element {
  case .argument: "an argument"
  case .string: "a string"
  case .symbol: "a symbol"
  case .symbolOrString: "a symbol or a string"
  case .integer: "an integer"
  case .boolean: "`true` or `false`"
  case .array: "an array"
  case .map: "a map"
  case .key: "a key"
  case .endOfLine: "the end of the line"
  case .endOfFile: "the end of the file"
  case .comma: "a comma"
  case .newStatement: "a statement"
  case .closing(let character): "`\(character)`"
  case .text(let text): literal(text)
  default: "a value"
  }
}

/// Returns a noun phrase for the expected content of a lock field. By default, it is the kind after
/// an article.
func noun(ofField kind: String) -> String {
  switch kind {
  case "tool": "a tool name"
  case "publisher": "a publisher such as `github:owner/name`"
  case "requester": "`Toolfile`, `.tool-version`, or `name@version`"
  case "option": "`key=value`"
  case "time": "a time such as `2026-01-31T12:00:00Z`"
  case "executable": "the name of an executable"
  case "part": "the name of a part"
  case "part with version": "a part such as `json@2.9.1`"
  case "content id": "a content id of 40 hexadecimal digits"
  case "digest": "a SHA-256 digest"
  case "size": "a size in bytes"
  case "url": "a URL"
  default: withArticle(kind)
  }
}

/// Returns a word of a command that can be pasted into a shell, quoted if the shell would otherwise
/// split or interpret it.
package func shellWord(_ text: String) -> String {
  let isPlain =
    !text.isEmpty
    && text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        true
      default: "_-+.,:@%/=".utf8.contains(byte)
      }
    }
  return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
}

/// Returns a command line that can be pasted into a shell, or `nil` without words.
func commandLine(_ words: [String]) -> String? {
  words.isEmpty ? nil : words.map(shellWord).joined(separator: " ")
}

/// Returns the name of a character, so that invisible ones can be read too.
func name(of character: Unicode.Scalar) -> String {
  switch character {
  case " ": "a space"
  case "\t": "a tab"
  case "`": "a backtick"
  default:
    isControl(character)
      ? "U+" + String(repeating: "0", count: max(0, 4 - hexadecimal(character).count))
        + hexadecimal(character)
      : "`\(character)`"
  }
}

private func hexadecimal(_ character: Unicode.Scalar) -> String {
  String(character.value, radix: 16, uppercase: true)
}

/// Returns a limit in KiB or MiB: `4 KiB`.
func size(_ byteCount: Int) -> String {
  byteCount >= 1024 * 1024 ? "\(byteCount / 1024 / 1024) MiB" : "\(byteCount / 1024) KiB"
}

/// Returns a path as a word for a shell, which expands `~/` only outside of quotes.
func shellPath(_ path: String) -> String {
  guard path.hasPrefix("~/") else { return shellWord(path) }
  return "~/" + (path == "~/" ? "" : shellWord(String(path.dropFirst(2))))
}
