internal import Diagnostics
internal import Vocabulary

extension StrictObject {
  /// Returns the period in the member `validFor`, in seconds since 1970, including both bounds.
  ///
  /// A period without a start is refused, because it might as well never begin. A period without an
  /// end lasts forever.
  func validity() throws(AttestationFormFault) -> ClosedRange<Int> {
    let form = try form("validFor", names: ["start", "end"])
    let start = try form.required("start", form.timeIfPresent("start"))
    guard let end = try form.timeIfPresent("end") else { return start...Int.max }
    guard start <= end else { throw .invalidMember(form.place(of: "end")) }
    return start...end
  }

  /// Returns a time (RFC 3339) in seconds since 1970, without its fraction, or `nil` if the member
  /// is missing.
  private func timeIfPresent(_ name: String) throws(AttestationFormFault) -> Int? {
    guard let text = try textIfPresent(name) else { return nil }
    guard let time = ReleaseTime(text) else { throw .invalidMember(place(of: name)) }
    return Int(time.secondsSince1970)
  }
}
