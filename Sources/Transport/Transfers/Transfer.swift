internal import CCurl

/// A running attempt. Confined to the transfer thread.
final class Transfer {
  let easy: EasyHandle
  let id: TransferID
  private let attempt: TransferAttempt
  private let stallTimer: StallTimer
  private let speed: TransferSpeed
  /// The time at which the transfer started.
  let start = SuspendingClock.now
  private let continuation: CheckedContinuation<TransferOutcome, Never>
  private let headers: HeaderList
  private let body: (any BodyReader)?
  private let errorText: ErrorText
  /// Whether ``begin()`` was called.
  private var hasBegun = false
  private var wasRejected = false
  /// The number of bytes of an error body that were read.
  private var refusalCount = 0
  /// The beginning of an error body, which may state a reason.
  private var refusal: [UInt8] = []

  /// The longest error body to read, in bytes. Reading it keeps the connection reusable.
  private static let longestRefusal = 64 * 1024
  /// The number of bytes of an error body to keep.
  private static let keptRefusal = 4 * 1024

  init(
    _ attempt: TransferAttempt, id: TransferID, stallTimer: StallTimer, speed: TransferSpeed,
    continuation: CheckedContinuation<TransferOutcome, Never>
  ) throws(EasyHandle.Failure) {
    self.attempt = attempt
    self.stallTimer = stallTimer
    self.speed = speed
    self.id = id
    self.continuation = continuation
    easy = try EasyHandle()
    errorText = ErrorText()
    var headers = HeaderList()
    for line in attempt.headers { try headers.append(line) }
    self.headers = headers
    body = attempt.method.isUpload ? try attempt.body.reader() : nil
    try prepare()
  }

  /// Sets all options of the transfer.
  private func prepare() throws(EasyHandle.Failure) {
    try prepareRequest()
    try prepareConnection()
    try prepareTrust()
    if attempt.method.isUpload { try prepareUpload() }
    try unsafe easy.set(CURLOPT_WRITEDATA, Unmanaged.passUnretained(self).toOpaque())
    try unsafe easy.setWriteFunction { bytes, size, count, context in
      guard let context = unsafe context else { return 0 }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      // Returning a smaller count makes libcurl abort the transfer.
      return unsafe transfer.receive(buffer) ? buffer.count : 0
    }
  }

  /// Sets the options for the request itself.
  private func prepareRequest() throws(EasyHandle.Failure) {
    try easy.set(CURLOPT_URL, attempt.address.text)
    try easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
    // The client follows redirects itself, because it decides which headers and credentials to
    // send where.
    try easy.set(CURLOPT_FOLLOWLOCATION, false)
    try easy.set(CURLOPT_NOBODY, attempt.method == .head)
    try easy.set(CURLOPT_USERAGENT, attempt.settings.userAgent)
    if let list = unsafe headers.pointer { try unsafe easy.set(CURLOPT_HTTPHEADER, list) }
    if let range = attempt.range { try easy.set(CURLOPT_RANGE, range) }
    // The empty list means all encodings that this libcurl can decode.
    if attempt.acceptsCompression { try easy.set(CURLOPT_ACCEPT_ENCODING, "") }
    if let credentials = attempt.credentials {
      try easy.set(CURLOPT_HTTPAUTH, 1)  // CURLAUTH_BASIC, a macro that Swift does not import
      try easy.set(CURLOPT_USERNAME, credentials.user)
      try easy.set(CURLOPT_PASSWORD, credentials.password)
    }
  }

  /// Sets the options for the body of an upload.
  private func prepareUpload() throws(EasyHandle.Failure) {
    try easy.set(CURLOPT_UPLOAD, true)
    try easy.set(CURLOPT_CUSTOMREQUEST, attempt.method.rawValue)
    try easy.set(CURLOPT_INFILESIZE_LARGE, offset: attempt.body.size)
    try unsafe easy.set(CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
    try unsafe easy.setReadFunction { bytes, size, count, context in
      guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
      return unsafe transfer.send(buffer) ?? Int(CURL_READFUNC_ABORT)
    }
  }

  /// Sets the options for the connection and its timeouts.
  private func prepareConnection() throws(EasyHandle.Failure) {
    let settings = attempt.settings
    // The transfer thread blocks signals, so libcurl need not change the process's signal handlers.
    try easy.set(CURLOPT_NOSIGNAL, true)
    try unsafe easy.set(CURLOPT_ERRORBUFFER, errorText.buffer)
    try easy.set(CURLOPT_BUFFERSIZE, 512 * 1024)
    try easy.set(CURLOPT_TCP_KEEPALIVE, true)

    // A proxy would resolve `localhost` to itself.
    let isOpen = attempt.address.site.scheme == .http && !settings.usesProxiesWithoutTLS
    if isOpen || attempt.address.site.isThisMachine { try easy.set(CURLOPT_PROXY, "") }

    try easy.set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.milliseconds)
    try easy.set(CURLOPT_LOW_SPEED_LIMIT, settings.stallBytesPerSecond)
    try easy.set(CURLOPT_LOW_SPEED_TIME, settings.stallSeconds)
    // Wait for a connection in progress that this transfer may share, instead of opening another.
    // Without TLS there is no HTTP/2, so waiting would serialize the transfers.
    if attempt.address.site.scheme == .https { try easy.set(CURLOPT_PIPEWAIT, true) }
  }

  /// Sets the trusted certificates.
  private func prepareTrust() throws(EasyHandle.Failure) {
    let settings = attempt.settings
    try easy.set(CURLOPT_SSL_VERIFYPEER, true)
    // The value 2 requires a certificate for the name of the host.
    try easy.set(CURLOPT_SSL_VERIFYHOST, 2)
    let systems = settings.usesSystemCertificates ? SystemCertificates.fileToSet : nil
    if let file = settings.certificateFile ?? systems { try easy.set(CURLOPT_CAINFO, file) }
    if let folder = settings.certificateFolder {
      try easy.set(CURLOPT_CAPATH, folder)
    } else if settings.replacesSystemCertificates
      || SystemCertificates.areAll(in: settings.certificateFile)
    {
      // If both a file and a folder are set, libcurl reads the file again for each connection:
      // about 140 certificates, 45 ms. A libcurl without a default folder reports an error, which
      // is ignored.
      try? easy.clear(CURLOPT_CAPATH)
    }
  }

  /// The address of the attempt.
  var address: WebAddress { attempt.address }

  /// Receives bytes of the body. Returns false to abort the transfer.
  private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    stallTimer.recordData()
    speed.record(bytes.count)
    guard begin() else { return false }
    if isSuccess {
      wasRejected = unsafe !attempt.sink.receive(bytes)
      return !wasRejected
    }
    unsafe refusal += bytes.prefix(Self.keptRefusal - refusal.count)
    refusalCount += bytes.count
    return refusalCount <= Self.longestRefusal
  }

  /// Fills `buffer` with the next bytes of an upload. Returns `nil` to abort the transfer.
  private func send(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard let count = unsafe body?.read(into: buffer) else { return nil }
    stallTimer.recordData()
    speed.record(count)
    return count
  }

  /// Passes the head of a successful response to GET to the sink, once. Returns false if the sink
  /// rejected the response.
  private func begin() -> Bool {
    if !hasBegun {
      hasBegun = true
      if isSuccess, attempt.method == .get { wasRejected = !attempt.sink.begin(head) }
    }
    return !wasRejected
  }

  private var isSuccess: Bool { (200..<300).contains(status) }

  private var status: Int { easy.number(CURLINFO_RESPONSE_CODE) ?? 0 }

  /// The status and headers received so far.
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
    head.link = easy.header("link")
    head.digest = easy.header("repr-digest") ?? easy.header("digest")
    head.location = easy.header("location")
    head.challenges = easy.headers("www-authenticate")
    head.isLimited = easy.header("x-ratelimit-remaining") == "0"
    head.limitReset = easy.header("x-ratelimit-reset").flatMap { Int64($0) }
    // libcurl also returns 0 if the header is missing, which means the same.
    head.retryAfter = easy.offset(CURLINFO_RETRY_AFTER).flatMap { $0 > 0 ? .seconds($0) : nil }
    return head
  }

  /// Delivers the outcome to the waiting task. Call this once, as the last step.
  func finish(_ code: CURLcode) {
    var outcome = TransferOutcome(end: .completed)
    if code == CURLE_OK { _ = begin() }
    outcome.head = head
    outcome.refusal = refusal
    if (300..<400).contains(status) { outcome.redirect = easy.text(CURLINFO_REDIRECT_URL) }
    // With an unsuccessful status, a write error means only that the body was too long to read.
    if wasRejected {
      outcome.end = .rejectedBySink
    } else if code != CURLE_OK, !(code == CURLE_WRITE_ERROR && !isSuccess) {
      outcome.end = .failed(
        code: code.rawValue, detail: errorText.text,
        wasConnected: easy.offset(CURLINFO_PRETRANSFER_TIME_T) ?? 0 > 0)
    }
    continuation.resume(returning: outcome)
  }

  /// Reports to the waiting task that the transfer was too slow.
  func abandon() {
    var outcome = TransferOutcome(end: .tooSlow)
    outcome.head = head
    continuation.resume(returning: outcome)
  }

  /// Reports to the waiting task that the transfer was canceled.
  func cancel() { continuation.resume(returning: TransferOutcome(end: .cancelled)) }
}

/// The buffer for libcurl's error message (CURLOPT_ERRORBUFFER(3)).
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
