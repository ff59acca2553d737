/// A reason an attestation does not prove who published a file.
package enum AttestationFault: Error, Hashable, Sendable {
  case form(AttestationFormFault)
  case log(AttestationLogFault)
  case signer(AttestationSignerFault)
  case statement(AttestationStatementFault)
  /// The signer's key did not make the signature on the content.
  case signature
  /// No log entry and no timestamp proves when the content was signed.
  case noTime
  /// A timestamp (RFC 3161) is not about this signature, or not from an authority of the trusted
  /// root.
  case timestamp
  /// The proven time of signing, in seconds since 1970, is outside the period in which `part` is
  /// valid.
  case outsideValidity(of: AttestationTrustPart, time: Int)
}

/// A part of a verification that is valid only for a period.
package enum AttestationTrustPart: Hashable, Sendable {
  case certificate
  case authority
  case log
}

/// A reason the text of an attestation or of a trusted root is refused. Members are identified by
/// their paths, such as `verificationMaterial.tlogEntries`.
package enum AttestationFormFault: Error, Hashable, Sendable {
  /// The text has more than this number of bytes.
  case tooLarge(limit: Int)
  /// The text is not JSON. `offset` is that of the first byte that cannot be read, or the size of
  /// the text if it ends too early.
  case unreadable(offset: Int)
  /// A member whose meaning is unknown. It may restrict what the rest means.
  case unknownMember(String)
  case repeatedMember(String)
  case missingMember(String)
  /// The value of a member does not have the required form.
  case invalidMember(String)
  /// The media type or version is unknown.
  case unknownVersion(String)
  /// The text contains a root certificate, which only a trusted root may contain.
  case suppliedRoot
  /// An additional root must not vouch for this issuer, which belongs to the public instance.
  case publicIssuer(String)
  /// An array has an unsupported number of elements.
  case count(member: String, Int)
}

/// A reason the entry of a transparency log does not prove that a signature was logged.
package enum AttestationLogFault: Error, Hashable, Sendable {
  case noEntry
  /// The trusted root has no log with this id, in hexadecimal.
  case unknownLog(id: String)
  /// The kind of the entry, such as `hashedrekord 0.0.1`, is unknown, or differs from that of its
  /// body.
  case unknownKind(String)
  /// The log's signed promise to include the entry is missing, but the version of the bundle
  /// requires it.
  case noPromise
  /// The log did not sign the promise.
  case promise
  /// The proof that the log includes the entry is missing.
  case noProof
  /// The proof does not lead from the entry to the root that it states.
  case proof
  /// The signed state of the log is missing.
  case noCheckpoint
  /// The signed state of the log cannot be read.
  case unreadableCheckpoint
  /// The signed state names another log.
  case origin(expected: String, found: String)
  /// The signed state has no valid signature by the log.
  case checkpointSignature
  /// The signed state and the proof are about different trees.
  case otherTree
  /// The signature, key, or content in the entry differs from that in the bundle.
  case otherContent
}

/// A reason a signer is not accepted.
package enum AttestationSignerFault: Error, Hashable, Sendable {
  /// No authority of the trusted roots issued the certificate. `issuer` is the service that
  /// verified the identity according to the certificate, or `nil` if the certificate names none.
  case unknownAuthority(issuer: String?)
  /// The certificate is not for signing code.
  case purpose
  /// No transparency log of the trusted root confirmed that the certificate was logged.
  case unloggedCertificate
  /// The certificate names no signer, several signers, or two different issuers.
  case noSingleIdentity
  /// The bundle is signed with a key instead of a certificate.
  case noCertificate
  /// The bundle is signed with a certificate instead of the expected key.
  case noKey
  /// The signer is not the expected one. The names are compared byte by byte.
  case subject(expected: String, found: String)
  /// A different service verified the signer's identity.
  case issuer(expected: String, found: String)
}

/// A reason a signed statement is not about a file.
package enum AttestationStatementFault: Error, Hashable, Sendable {
  /// The payload of the envelope has this type, which is not that of a statement.
  case payloadType(String)
  /// The payload cannot be read as a statement.
  case unreadable
  /// The statement has this unknown type.
  case unknownType(String)
  /// The signed content does not have the digest of the file. `found` is a digest that it has, in
  /// hexadecimal, or `nil` if it is unknown.
  case digest(expected: String, found: String?)
  /// The statement is about a file with a different name.
  case name(expected: String, found: String?)
  /// The statement is about this number of files instead of one.
  case subjects(Int)
}
