internal import LibC

/// A UTF-8 character set for the calling thread (uselocale(3)).
///
/// libarchive converts names through the character set of the locale. In programs that never call
/// setlocale(3), this is ASCII, and libarchive reports a warning for every non-ASCII name.
@safe struct UTF8Locale {
  private let previous: locale_t?
  private let own: locale_t?

  /// Switches to a UTF-8 locale, if the system has one under a common name.
  init() {
    let names = ["C.UTF-8", "en_US.UTF-8", "UTF-8"]
    unsafe own = names.lazy.compactMap { unsafe newlocale(LC_CTYPE_MASK, $0, nil) }.first
    unsafe previous = own.flatMap { unsafe uselocale($0) }
  }

  /// Restores the previous locale. Call this on the same thread.
  func leave() {
    _ = unsafe uselocale(previous)
    if let own = unsafe own { unsafe freelocale(own) }
  }
}
