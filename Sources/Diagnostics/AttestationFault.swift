/// A reason an attestation does not prove who published a file.
package enum AttestationFault: Error, Hashable, Sendable {
  case form(AttestationFormFault)
  case log(AttestationLogFault)
  case signer(AttestationSignerFault)
  case statement(AttestationStatementFault)
  /// The signature is not one of the signed content by the signer's key.
  case signature
  /// No log entry and no timestamp proves when the content was signed.
  case noTime
  /// A timestamp (RFC 3161) is not one of this signature by an authority of the trusted root.
  case timestamp
  /// The proven time of signing, in seconds since 1970, lies outside the period in which `part` is
  /// valid.
  case outsideValidity(of: AttestationTrustPart, time: Int)
}

/// What is valid for a period only.
package enum AttestationTrustPart: Hashable, Sendable {
  case certificate
  case authority
  case log
}

/// A reason the text of an attestation or of a trusted root is refused. Members are named by their
/// path, such as `verificationMaterial.tlogEntries`.
package enum AttestationFormFault: Error, Hashable, Sendable {
  /// The text has more than this number of bytes.
  case tooLarge(limit: Int)
  /// The text is not JSON; the byte at this offset is the first that cannot be read. It is the size
  /// of the text if that ends too early.
  case unreadable(offset: Int)
  /// A member whose meaning is unknown. It may restrict what the rest means.
  case unknownMember(String)
  case repeatedMember(String)
  case missingMember(String)
  /// The value of a member has another form than the one of its kind.
  case invalidMember(String)
  /// The media type or version is none of the known ones.
  case unknownVersion(String)
  /// The text contains the certificate of a root, which only a trusted root may.
  case suppliedRoot
  /// An array has another number of elements than is supported.
  case count(member: String, Int)
}

/// A reason the entry of a transparency log does not prove that a signature was logged.
package enum AttestationLogFault: Error, Hashable, Sendable {
  case noEntry
  /// The trusted root has no log with this id, in hexadecimal.
  case unknownLog(id: String)
  /// The kind of the entry, such as `hashedrekord 0.0.1`, is unknown, or not the one of its body.
  case unknownKind(String)
  /// The log's signed promise to include the entry is missing, but the version of the bundle
  /// requires it.
  case noPromise
  /// The promise is not signed by the log.
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
  /// The signed state has no valid signature of the log.
  case checkpointSignature
  /// The signed state is about another tree than the proof.
  case otherTree
  /// The entry is about another signature, another key, or other content than the bundle.
  case otherContent
}

/// A reason a signer is not accepted.
package enum AttestationSignerFault: Error, Hashable, Sendable {
  /// No authority of the trusted roots has issued the certificate. `issuer` is what the certificate
  /// says about who has verified the identity, or `nil` if it says nothing.
  case unknownAuthority(issuer: String?)
  /// The certificate is not for signing code.
  case purpose
  /// No transparency log of the trusted root has confirmed that the certificate was logged.
  case unloggedCertificate
  /// The certificate names nobody, more than one signer, or two different issuers.
  case noSingleIdentity
  /// The bundle is signed with a key instead of a certificate.
  case noCertificate
  /// The bundle is signed with a certificate instead of the expected key.
  case noKey
  /// The signer is another one. Both texts are compared byte for byte.
  case subject(expected: String, found: String)
  /// Somebody else has verified the signer's identity.
  case issuer(expected: String, found: String)
}

/// A reason a signed statement is not about a file.
package enum AttestationStatementFault: Error, Hashable, Sendable {
  /// The payload of the envelope is of this type, which is not that of a statement.
  case payloadType(String)
  /// The payload cannot be read as a statement.
  case unreadable
  /// The statement is of this unknown type.
  case unknownType(String)
  /// The signed content has other digests than the file. `found` contains at most one, in
  /// hexadecimal.
  case digest(expected: String, found: String?)
  /// The statement is about a file with another name.
  case name(expected: String, found: String?)
  /// The statement is about this number of files instead of one.
  case subjects(Int)
}
