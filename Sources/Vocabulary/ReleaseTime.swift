/// The time of a version's release in UTC, to the second.
package struct ReleaseTime: Hashable, Sendable {
  package let secondsSince1970: Int64

  /// Creates a time from Unix time. Only the years 1970 to 9999 have a valid ``description``.
  package init(secondsSince1970: Int64) { self.secondsSince1970 = secondsSince1970 }

  /// Parses a time such as `2026-11-12T17:54:49Z` (RFC 3339), or returns `nil` if it is invalid.
  ///
  /// The time must be in UTC and in the years 1970 to 9999. A fraction of a second is dropped.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes, bytes.indices)
  }

  /// Parses the time in `range`, or returns `nil` if it is invalid.
  package init?(_ bytes: [UInt8], _ range: Range<Int>) {
    let bytes = Array(bytes[range])
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[4] == UInt8(ascii: "-"),
      bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
    else { return nil }
    let fraction = bytes[19...].dropLast()
    guard
      fraction.isEmpty
        || fraction.first == UInt8(ascii: ".") && fraction.count > 1
          && fraction.dropFirst().allSatisfy(\.isDigit)
    else { return nil }

    func number(_ range: Range<Int>) -> Int? {
      guard bytes[range].allSatisfy(\.isDigit) else { return nil }
      return bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    // Second 60 is a leap second. The arithmetic below maps it to the start of the next minute.
    guard let year = number(0..<4), year >= 1970, let month = number(5..<7), 1...12 ~= month,
      let day = number(8..<10), 1...Self.dayCount(month, year) ~= day,
      let hour = number(11..<13), hour < 24, let minute = number(14..<16), minute < 60,
      let second = number(17..<19), second <= 60
    else { return nil }
    let days = Self.daysSince1970(year: year, month: month, day: day)
    secondsSince1970 = Int64(((days * 24 + hour) * 60 + minute) * 60 + second)
  }

  /// Returns the number of days in a month.
  private static func dayCount(_ month: Int, _ year: Int) -> Int {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeapYear ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the number of days from January 1, 1970, to a date.
  ///
  /// Counts in years that begin in March, so that a leap day is the last day of its year. The
  /// formula `(153 * month + 2) / 5` then gives the days before a month, where March is month 0.
  /// 719,468 is the number of days from March 1 of year 0 to January 1, 1970.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}

extension ReleaseTime: Comparable, CustomStringConvertible {
  /// Returns whether `left` is earlier.
  package static func < (left: ReleaseTime, right: ReleaseTime) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }

  /// The time in the form of a lock, such as `2026-11-12T17:54:49Z`.
  package var description: String {
    // Count in 400-year eras of 146,097 days and in years that begin in March, as `daysSince1970`
    // does. The quotients round down, also for times before 1970.
    let second = Int(secondsSince1970)
    let time = second.modulo(86_400)
    let day = second / 86_400 - (second % 86_400 < 0 ? 1 : 0) + 719_468
    let dayOfEra = day.modulo(146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = (day - dayOfEra) / 146_097 * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(year)-\(padded(month))-\(padded(dayOfMonth))"
    return "\(date)T\(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60))Z"
  }
}

extension Int {
  /// Returns the remainder of the division by a positive number, rounded down: `(-1).modulo(4)` is
  /// 3.
  fileprivate func modulo(_ divisor: Int) -> Int { (self % divisor + divisor) % divisor }
}
