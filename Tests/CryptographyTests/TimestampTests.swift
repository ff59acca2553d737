import Cryptography
import Testing

@Suite struct TimestampTests {
  private func authority(
    _ name: String, validity: ClosedRange<Int> = 0...(.max)
  ) throws -> TimestampAuthority {
    let certificates = try [name, "root"].map(CryptographyFixture.certificate)
    return try #require(TimestampAuthority(certificates: certificates, validity: validity))
  }

  private func response(_ name: String) throws -> TimestampResponse {
    let der = try CryptographyFixture.bytes("timestamps/\(name).tsr")
    return try #require(TimestampResponse(der: der))
  }

  @Test(arguments: ["times-sha256", "times-sha384", "times-sha512"])
  func `an authority saw a message at a time`(name: String) throws {
    let message = CryptographyFixture.message
    let response = try response(name)
    let others = [try authority("other-times"), try authority("times")]
    let time = try #require(response.time(of: message, by: others))
    // The time at which `scripts/make-certificates` ran.
    #expect(time > 1_750_000_000 && time < 4_000_000_000)
    #expect(response.time(of: message + [10], by: others) == nil)
    #expect(response.time(of: message, by: []) == nil)
    for name in ["other-times", "times-and-code", "leaf", "root"] {
      #expect(try response.time(of: message, by: [authority(name)]) == nil, "\(name)")
    }
    for (period, counts) in [
      (time...time, true), (0...time - 1, false), (time + 1...Int.max, false),
    ] {
      let authority = try authority("times", validity: period)
      #expect((response.time(of: message, by: [authority]) == time) == counts)
    }
  }

  @Test func `an authority needs a root`() throws {
    let response = try response("times-sha256")
    for names in [["times"], ["times", "other-root"], ["root", "times"]] {
      let certificates = try names.map(CryptographyFixture.certificate)
      let authority = try #require(
        TimestampAuthority(certificates: certificates, validity: 0...(.max)))
      #expect(response.time(of: CryptographyFixture.message, by: [authority]) == nil, "\(names)")
    }
    #expect(TimestampAuthority(certificates: [], validity: 0...1) == nil)
  }

  @Test(arguments: ["sha1", "by-sha1", "other"])
  func `a weak digest, or another signer, gives no time`(name: String) throws {
    let response = try response("refused-\(name)")
    #expect(
      response.time(of: CryptographyFixture.message, by: [try authority("times")]) == nil)
  }

  @Test func `a rejection is not a response`() throws {
    let der = try CryptographyFixture.bytes("timestamps/refused-rejection.tsr")
    #expect(TimestampResponse(der: der) == nil)
  }

  @Test func `a damaged response gives the signed time, or none`() throws {
    let der = try CryptographyFixture.bytes("timestamps/times-sha256.tsr")
    let authorities = [try authority("times")]
    let time = try response("times-sha256").time(
      of: CryptographyFixture.message, by: authorities)
    CryptographyFixture.withDamagedCopies(of: der) { bytes, place in
      guard let response = TimestampResponse(der: bytes) else { return }
      #expect(bytes.count == der.count, "\(place)")
      let other = response.time(of: CryptographyFixture.message, by: authorities)
      #expect(other == nil || other == time, "\(place)")
    }
  }
}
