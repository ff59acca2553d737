internal import Diagnostics
internal import Filesystem

/// Returns a word of a file in backticks, safe to print and abbreviated if it is long.
func literal(_ text: String) -> String { visible(abbreviated(concealed(text))) }

/// Returns the text with control characters escaped, abbreviated if it is long.
func printable(_ text: String) -> String {
  let text = concealed(text)
  guard let short = AbbreviatedText(text) else { return visible(text) }
  return visible("\(short.start)…\(short.end)")
}

/// Returns the text without the secrets that a URL in it may contain: a user name and password, a
/// query, which often has a token, and other parameters with secrets.
func concealed(_ text: String) -> String {
  AddressText.concealingSecrets(Secrets.concealingParameters(text))
}
