internal import LibC

/// The character set UTF-8, for the thread that is in it (uselocale(3)).
///
/// libarchive reads names by way of the locale's character set. A program that has not called setlocale(3) has ASCII, in which every
/// other name is a warning.
@safe struct UTF8Locale {
  private let previous: locale_t?
  private let own: locale_t?

  /// Enters the locale, if the system has it under one of its names.
  init() {
    let names = ["C.UTF-8", "en_US.UTF-8", "UTF-8"]
    unsafe own = names.lazy.compactMap { unsafe newlocale(LC_CTYPE_MASK, $0, nil) }.first
    unsafe previous = own.flatMap { unsafe uselocale($0) }
  }

  /// Goes back to the locale of before.
  func leave() {
    _ = unsafe uselocale(previous)
    if let own = unsafe own { unsafe freelocale(own) }
  }
}
