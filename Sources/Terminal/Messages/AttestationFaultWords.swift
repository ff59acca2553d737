package import Diagnostics
internal import Vocabulary

extension AttestationFault {
  /// A clause that says why an attestation proves nothing, such as `its signature is not valid`.
  package var words: String {
    switch self {
    case .form(let fault): fault.words
    case .log(let fault): fault.words
    case .signer(let fault): fault.words
    case .statement(let fault): fault.words
    case .signature: "its signature is not valid"
    case .noTime: "nothing in it proves when it was signed"
    case .timestamp: "a timestamp in it is not from a trusted authority for this signature"
    case .outsideValidity(let part, let time):
      "it was signed at \(ReleaseTime(secondsSince1970: Int64(time))), when \(part.words) was not "
        + "valid"
    }
  }
}

extension AttestationTrustPart {
  fileprivate var words: String {
    switch self {
    case .certificate: "the signer's certificate"
    case .authority: "the authority that issued the certificate"
    case .log: "the key of the transparency log"
    }
  }
}

extension AttestationFormFault {
  fileprivate var words: String {
    switch self {
    case .tooLarge(let limit): "it has more than \(QuantityFormat.number(limit)) bytes"
    case .unreadable(let offset): "it is not valid JSON at byte \(offset)"
    case .unknownMember(let path): "the meaning of its member \(literal(path)) is unknown"
    case .repeatedMember(let path): "its member \(literal(path)) occurs twice"
    case .missingMember(let path): "its member \(literal(path)) is missing"
    case .publicIssuer(let issuer):
      "only the public instance of Sigstore vouches for \(literal(issuer))"
    case .invalidMember(""): "it is not a JSON object"
    case .invalidMember(let path): "its member \(literal(path)) has an unexpected form"
    case .unknownVersion(let version): "its version \(literal(version)) is not supported"
    case .suppliedRoot: "it contains a root certificate, which only a trusted root may contain"
    case .count(let member, let count):
      "its member \(literal(member)) has \(QuantityFormat.number(count)) elements, which is more "
        + "than is supported"
    }
  }
}

extension AttestationLogFault {
  fileprivate var words: String {
    switch self {
    case .noEntry: "no transparency log has an entry for it"
    case .unknownLog(let id): "the transparency log \(literal(id)) is not trusted"
    case .unknownKind(let kind): "log entries of the kind \(literal(kind)) are not supported"
    case .noPromise: "the promise of the transparency log is missing"
    case .promise: "the transparency log did not sign the promise in it"
    case .noProof: "the proof that the transparency log contains it is missing"
    case .proof: "the proof that the transparency log contains it is wrong"
    case .noCheckpoint: "the signed state of the transparency log is missing"
    case .unreadableCheckpoint: "the signed state of the transparency log cannot be read"
    case .origin(let expected, let found):
      "the signed state is that of the log \(literal(found)), not of \(literal(expected))"
    case .checkpointSignature: "the transparency log did not sign the state in it"
    case .otherTree: "the signed state of the transparency log does not belong to the proof"
    case .otherContent: "the entry of the transparency log is about another signature"
    }
  }
}

extension AttestationSignerFault {
  fileprivate var words: String {
    switch self {
    case .unknownAuthority(let issuer):
      "the authority that issued its certificate is not trusted"
        + (issuer.map { " for identities from \(literal($0))" } ?? "")
    case .purpose: "its certificate is not for signing code"
    case .unloggedCertificate: "no trusted log has recorded its certificate"
    case .noSingleIdentity: "its certificate does not name exactly one signer"
    case .noCertificate: "it is signed with a key instead of a certificate"
    case .noKey: "it is signed with a certificate instead of the expected key"
    case .subject(let expected, let found):
      "it is signed by \(literal(found)), not by \(literal(expected))"
    case .issuer(let expected, let found):
      "the signer's identity comes from \(literal(found)), not from \(literal(expected))"
    }
  }
}

extension AttestationStatementFault {
  fileprivate var words: String {
    switch self {
    case .payloadType(let type): "it contains \(literal(type)) instead of a statement"
    case .unreadable: "its statement cannot be read"
    case .unknownType(let type): "its statement has the unsupported type \(literal(type))"
    case .digest(_, let found):
      "it is about another file" + (found.map { ", with the digest sha256:\(printable($0))" } ?? "")
    case .name(let expected, let found):
      "it is about \(found.map(literal) ?? "a file without a name"), not about "
        + literal(expected)
    case .subjects(let count):
      "it is about \(QuantityFormat.number(count)) files instead of one"
    }
  }
}
