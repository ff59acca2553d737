internal import CCurl

/// A running attempt. It lives on the transfers' thread.
final class Transfer {
  let easy: EasyHandle
  let ticket: TransferID
  private let attempt: TransferAttempt
  private let silence: StallTimer
  private let continuation: CheckedContinuation<TransferOutcome, Never>
  private let headers: HeaderList
  private let errorText: ErrorText
  private var hasBegun = false
  private var wasRefused = false
  private var discarded = 0

  /// How much of an answer that is not a success is read so that the connection can be used again.
  private static let longestDiscardedBody = 64 * 1024

  init(
    _ attempt: TransferAttempt, ticket: TransferID, silence: StallTimer,
    continuation: CheckedContinuation<TransferOutcome, Never>
  ) throws(EasyHandle.Failure) {
    self.attempt = attempt
    self.silence = silence
    self.ticket = ticket
    self.continuation = continuation
    easy = try EasyHandle()
    errorText = ErrorText()
    var headers = HeaderList()
    for line in attempt.headers { try headers.append(line) }
    self.headers = headers
    try prepare()
  }

  private func prepare() throws(EasyHandle.Failure) {
    let settings = attempt.settings
    try easy.set(CURLOPT_URL, attempt.address.text)
    try easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
    // Redirects are followed by the client, which knows what may go where.
    try easy.set(CURLOPT_FOLLOWLOCATION, false)
    try easy.set(CURLOPT_NOBODY, attempt.method == .head)
    try easy.set(CURLOPT_USERAGENT, settings.userAgent)
    // The transfers' thread blocks signals, so libcurl need not change how the process handles them.
    try easy.set(CURLOPT_NOSIGNAL, true)
    try unsafe easy.set(CURLOPT_ERRORBUFFER, errorText.buffer)
    try easy.set(CURLOPT_BUFFERSIZE, 512 * 1024)
    try easy.set(CURLOPT_TCP_KEEPALIVE, true)

    // A proxy elsewhere would look for this machine's servers on its own.
    if attempt.address.site.isThisMachine { try easy.set(CURLOPT_PROXY, "") }

    try easy.set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.milliseconds)
    try easy.set(CURLOPT_LOW_SPEED_LIMIT, settings.stallBytesPerSecond)
    try easy.set(CURLOPT_LOW_SPEED_TIME, settings.stallSeconds)

    try easy.set(CURLOPT_SSL_VERIFYPEER, true)
    try easy.set(CURLOPT_SSL_VERIFYHOST, 2)
    if let file = settings.certificateFile { try easy.set(CURLOPT_CAINFO, file) }
    if let folder = settings.certificateFolder {
      try easy.set(CURLOPT_CAPATH, folder)
    } else if SystemCertificates.areAll(in: settings.certificateFile) {
      // With a folder beside the file libcurl reads the file anew for each connection: some 140 certificates, 45 ms. A libcurl that
      // knows no such folder says so.
      try? easy.clear(CURLOPT_CAPATH)
    }

    if let list = unsafe headers.pointer { try unsafe easy.set(CURLOPT_HTTPHEADER, list) }
    if let range = attempt.range { try easy.set(CURLOPT_RANGE, range) }
    // The empty list stands for all encodings that this libcurl can undo.
    if attempt.acceptsCompression { try easy.set(CURLOPT_ACCEPT_ENCODING, "") }
    if let credentials = attempt.credentials {
      try easy.set(CURLOPT_HTTPAUTH, 1)  // CURLAUTH_BASIC, whose macro Swift does not import
      try easy.set(CURLOPT_USERNAME, credentials.user)
      try easy.set(CURLOPT_PASSWORD, credentials.password)
    }
    // A connection that is just being made may serve this transfer too, so wait for it rather than make another. Without TLS
    // there is no HTTP/2, and to wait would be to come one after the other.
    if attempt.address.site.scheme == .https { try easy.set(CURLOPT_PIPEWAIT, true) }

    try unsafe easy.set(CURLOPT_WRITEDATA, Unmanaged.passUnretained(self).toOpaque())
    try unsafe easy.setWriteFunction { bytes, size, count, context in
      guard let context = unsafe context else { return 0 }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      // Fewer than came is libcurl's sign to stop.
      return unsafe transfer.receive(buffer) ? buffer.count : 0
    }
  }

  var address: WebAddress { attempt.address }

  private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    silence.end()
    guard begin() else { return false }
    if isSuccess {
      wasRefused = unsafe !attempt.sink.receive(bytes)
      return !wasRefused
    }
    discarded += bytes.count
    return discarded <= Self.longestDiscardedBody
  }

  private func begin() -> Bool {
    if !hasBegun {
      hasBegun = true
      if isSuccess, attempt.method == .get { wasRefused = !attempt.sink.begin(head) }
    }
    return !wasRefused
  }

  private var isSuccess: Bool { (200..<300).contains(status) }

  private var status: Int { easy.number(CURLINFO_RESPONSE_CODE) ?? 0 }

  private var head: ResponseHead {
    var head = ResponseHead()
    head.status = status
    head.contentType = easy.header("content-type")
    head.etag = easy.header("etag")
    head.lastModified = easy.header("last-modified")
    head.contentRange = easy.header("content-range").flatMap(ContentRange.init)
    head.contentLength = easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T).flatMap {
      $0 >= 0 ? $0 : nil
    }
    // 0 stands for no such header, too, and means the same.
    head.retryAfter = easy.offset(CURLINFO_RETRY_AFTER).flatMap { $0 > 0 ? .seconds($0) : nil }
    return head
  }

  /// Hands the result to whoever waits. To be called once, as the last thing.
  func finish(_ code: CURLcode) {
    var outcome = TransferOutcome(end: .answered)
    if code == CURLE_OK { _ = begin() }
    outcome.head = head
    if (300..<400).contains(status) { outcome.redirect = easy.text(CURLINFO_REDIRECT_URL) }
    if wasRefused {
      outcome.end = .refusedBySink
    } else if code != CURLE_OK, !(code == CURLE_WRITE_ERROR && !isSuccess) {
      outcome.end = .failed(
        code: code.rawValue, detail: errorText.text,
        wasConnected: easy.offset(CURLINFO_PRETRANSFER_TIME_T) ?? 0 > 0)
    }
    continuation.resume(returning: outcome)
  }

  func cancel() { continuation.resume(returning: TransferOutcome(end: .cancelled)) }
}

/// Where libcurl writes what went wrong (CURLOPT_ERRORBUFFER(3)).
@safe private struct ErrorText: ~Copyable {
  let buffer: UnsafeMutablePointer<CChar>

  init() {
    unsafe buffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe buffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  var text: String { unsafe String(cString: buffer) }

  deinit { unsafe buffer.deallocate() }
}

extension Duration {
  fileprivate var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
