import Corpora
import Cryptography
import Foundation
import Testing

/// The contents of the bundles in the Sigstore conformance suite, verified with the roots beside
/// them.
@Suite(.enabled(if: Corpora.has("sigstore"), Comment(rawValue: Corpora.absence)))
struct SigstoreCertificateTests {
  static let cases = Corpora.names(of: "sigstore/bundle-verify").filter {
    !$0.contains(".") && !$0.hasSuffix("_fail") && !$0.hasPrefix("managed-key")
  }

  @Test func `keys, certificates, and authorities of the public instance are readable`() throws {
    let root = try TestRoot(named: nil)
    #expect(root.logKeys.count == 2)
    #expect(root.logKeys.map(\.kind) == [.p256, .p256])
    #expect(root.timestampAuthorities.count == 1)
    let newest = try #require(root.authorities.last)
    #expect(newest.count == 2 && newest.allSatisfy(\.isAuthority))
    #expect(newest[0].publicKey.kind == .p384 && newest[0].permitsCodeSigning)
    #expect(!newest[0].permitsSigning)
  }

  @Test(arguments: cases)
  func `a certificate has an authority and a promise of a log`(name: String) throws {
    let (bundle, root) = (try TestBundle(named: name), try TestRoot(named: name))
    let leaf = try #require(bundle.certificate)
    #expect(!leaf.isAuthority && leaf.permitsSigning && leaf.permitsCodeSigning)
    #expect(leaf.subjectAlternativeNames.count == 1)
    #expect(leaf.text(ofExtension: "1.3.6.1.4.1.57264.1.8") != nil)
    let time = leaf.validity.lowerBound
    let chain = try #require(
      root.authorities.lazy.compactMap { authority in
        CertificateChain(
          of: leaf, through: authority.dropLast(), to: authority.suffix(1), at: time)
      }.first)
    let timestamps = try #require(SignedCertificateTimestamp.all(in: leaf))
    #expect(timestamps.count == 1)
    for timestamp in timestamps {
      #expect(abs(timestamp.time / 1000 - time) < 60)
      let isSigned = root.logKeys.filter {
        timestamp.verifies(leaf, from: chain.issuer, by: $0)
      }
      let key = try #require(isSigned.first)
      #expect(isSigned.count == 1 && key.digest == timestamp.logID)
      #expect(!timestamp.verifies(leaf, from: leaf, by: key))
      #expect(!timestamp.verifies(chain.issuer, from: chain.issuer, by: key))
    }
    for time in [time - 1, leaf.validity.upperBound + 1] {
      #expect(
        CertificateChain(of: leaf, through: chain.certificates, to: chain.certificates, at: time)
          == nil)
    }
  }

  @Test(arguments: Corpora.names(of: "sigstore/bundle-verify").filter { $0.contains("rekor2-") })
  func `a timestamp is about the signature, and counts within the period`(name: String) throws {
    let (bundle, root) = (try TestBundle(named: name), try TestRoot(named: name))
    let times = bundle.timestamps.compactMap {
      $0.time(of: bundle.signature, by: root.timestampAuthorities)
    }
    #expect(times.count == (Self.withoutTime.contains(name) ? 0 : 1))
    for timestamp in bundle.timestamps {
      #expect(timestamp.time(of: [], by: root.timestampAuthorities) == nil)
    }
  }

  static let withoutTime: Set = [
    "rekor2-no-timestamp_fail", "rekor2-timestamp-outside-trust-root-tsa-validity_fail",
    "rekor2-timestamp-payload-mismatch_fail",
    "rekor2-timestamp-untrusted-tsa-with-embedded-cert_fail",
  ]
}

/// The parts of a trusted root that these tests need.
struct TestRoot {
  var authorities: [[Certificate]] = []
  var logKeys: [PublicKey] = []
  var timestampAuthorities: [TimestampAuthority] = []

  /// Reads the root of a case, or the public one.
  init(named name: String?) throws {
    let own = try? Corpora.contents(
      of: "sigstore/bundle-verify", "\(name ?? "")/trusted_root.json")
    let text = try own ?? Corpora.contents(of: "sigstore", "trusted_root.json")
    let root = try JSONSerialization.jsonObject(with: text) as? [String: Any] ?? [:]
    for authority in root["certificateAuthorities"] as? [[String: Any]] ?? [] {
      authorities.append(try certificates(of: authority))
    }
    for log in root["ctlogs"] as? [[String: Any]] ?? [] {
      let key = log["publicKey"] as? [String: Any] ?? [:]
      let encoded = bytes(key["rawBytes"])
      logKeys.append(try #require(PublicKey(der: encoded) ?? PublicKey(rsa: encoded)))
    }
    for authority in root["timestampAuthorities"] as? [[String: Any]] ?? [] {
      let period = authority["validFor"] as? [String: String] ?? [:]
      let start = try period["start"].map(seconds) ?? 0
      let end = try period["end"].map(seconds) ?? .max
      timestampAuthorities.append(
        try #require(
          TimestampAuthority(
            certificates: certificates(of: authority), validity: start...end)))
    }
  }

  private func seconds(_ text: String) throws -> Int {
    let parts = text.split(separator: ".")
    return Int(
      try Date(parts[0] + (parts[0].hasSuffix("Z") ? "" : "Z"), strategy: .iso8601)
        .timeIntervalSince1970)
  }

  private func certificates(of authority: [String: Any]) throws -> [Certificate] {
    let chain = authority["certChain"] as? [String: [[String: String]]] ?? [:]
    return try chain["certificates", default: []].map {
      try #require(Certificate(der: bytes($0["rawBytes"])))
    }
  }
}

/// The parts of a bundle that these tests need.
struct TestBundle {
  let certificate: Certificate?
  let signature: [UInt8]
  let timestamps: [TimestampResponse]

  /// Reads the bundle of a case.
  init(named name: String) throws {
    let text = try Corpora.contents(of: "sigstore/bundle-verify", "\(name)/bundle.sigstore.json")
    let bundle = try JSONSerialization.jsonObject(with: text) as? [String: Any] ?? [:]
    let material = bundle["verificationMaterial"] as? [String: Any] ?? [:]
    let chain = material["x509CertificateChain"] as? [String: [[String: String]]] ?? [:]
    let encoded = material["certificate"] as? [String: String] ?? chain["certificates"]?.first
    certificate = Certificate(der: bytes(encoded?["rawBytes"]))
    let envelope = bundle["dsseEnvelope"] as? [String: Any] ?? [:]
    let message = bundle["messageSignature"] as? [String: Any] ?? [:]
    let signatures = envelope["signatures"] as? [[String: String]]
    signature = bytes(message["signature"] ?? signatures?.first?["sig"])
    let data = material["timestampVerificationData"] as? [String: [[String: String]]] ?? [:]
    timestamps = data["rfc3161Timestamps", default: []].compactMap {
      TimestampResponse(der: bytes($0["signedTimestamp"]))
    }
  }
}

private func bytes(_ base64: Any?) -> [UInt8] {
  Base64.standard.decode(base64 as? String ?? "") ?? []
}
