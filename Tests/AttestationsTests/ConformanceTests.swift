import Attestations
import Corpora
import Diagnostics
import Testing

@Suite(.enabled(if: Corpora.has("sigstore/bundle-verify"), "\(Corpora.absence)"))
struct ConformanceTests {
  @Test(arguments: ConformanceCase.all, [true, false])
  func `A bundle is verified unless its name says that it must be refused`(
    test: ConformanceCase, isDigestOnly: Bool
  ) throws {
    if test.mustFail {
      #expect(throws: AttestationFault.self) { try test.verify(isDigestOnly: isDigestOnly) }
    } else {
      #expect(throws: Never.self) { try test.verify(isDigestOnly: isDigestOnly) }
    }
  }

  @Test func `The number of cases is printed`() {
    let refused = ConformanceCase.all.count { $0.mustFail }
    print("conformance: \(ConformanceCase.all.count) Sigstore bundles run, \(refused) to refuse")
    #expect(!ConformanceCase.all.isEmpty)
  }

  /// A case must be refused for its own reason, not because something else goes wrong first. The
  /// data may lack some of these cases.
  @Test(
    arguments: reasons.filter { reason in
      ConformanceCase.all.contains { $0.description == reason.0 }
    })
  func `A case is refused for its own reason`(name: String, fault: AttestationFault) throws {
    let test = try #require(ConformanceCase.all.first { $0.description == name })
    #expect(throws: fault) { try test.verify(isDigestOnly: true) }
  }

  private static let reasons: [(String, AttestationFault)] = [
    ("bundle-from-wrong-instance_fail", .signer(.unknownAuthority(issuer: issuer))),
    (
      "bundle-negative-log-index_fail",
      .form(.invalidMember("verificationMaterial.tlogEntries.logIndex"))
    ),
    ("bundle-with-root-cert_fail", .form(.suppliedRoot)),
    ("checkpoint-wrong-roothash_fail", .log(.otherTree)),
    ("dsse-invalid-sig_fail", .signature),
    ("dsse-mismatch-sig_fail", .log(.otherContent)),
    ("inclusion-proof-corrupted-hash_fail", .log(.proof)),
    (
      "intoto-tsa-timestamp-outside-cert-validity_fail",
      .outsideValidity(of: .certificate, time: 1_675_296_000)
    ),
    ("invalid-checkpoint-signature_fail", .log(.checkpointSignature)),
    ("invalid-ct-key_fail", .signer(.unloggedCertificate)),
    ("rekor2-checkpoint-missing-origin_fail", .log(.unreadableCheckpoint)),
    ("rekor2-dsse-invalid-sig_fail", .signature),
    ("rekor2-dsse-mismatch-sig_fail", .log(.otherContent)),
    ("rekor2-no-timestamp_fail", .noTime),
    ("rekor2-timestamp-payload-mismatch_fail", .timestamp),
    ("set-invalid-signature_fail", .log(.promise)),
    (
      "trust-root-tlog-missing-validity-start_fail",
      .form(.missingMember("tlogs.publicKey.validFor.start"))
    ),
    ("wrong-hashedrekord-cert-and-sig_fail", .log(.otherContent)),
  ]

  private static let issuer = "https://token.actions.githubusercontent.com"
}
