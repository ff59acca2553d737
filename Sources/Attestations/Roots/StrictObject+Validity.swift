internal import Diagnostics
internal import Vocabulary

extension StrictObject {
  /// Returns the period in the member `validFor`, in seconds since 1970. Both bounds belong to it.
  ///
  /// A period without a start is refused: it might as well never begin. One without an end lasts
  /// for ever.
  func validity() throws(AttestationFormFault) -> ClosedRange<Int> {
    let form = try form("validFor", names: ["start", "end"])
    let start = try form.required("start", form.timeIfPresent("start"))
    guard let end = try form.timeIfPresent("end") else { return start...Int.max }
    guard start <= end else { throw .invalidMember(form.place(of: "end")) }
    return start...end
  }

  /// Returns a time in the form of RFC 3339 without its fraction of a second.
  private func timeIfPresent(_ name: String) throws(AttestationFormFault) -> Int? {
    guard let text = try textIfPresent(name) else { return nil }
    guard let time = ReleaseTime(text) else { throw .invalidMember(place(of: name)) }
    return Int(time.secondsSince1970)
  }
}
