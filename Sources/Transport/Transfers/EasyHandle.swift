internal import CCurl

/// One transfer of libcurl (libcurl-easy(3)).
@safe struct EasyHandle: ~Copyable {
  /// Valid as long as this value lives.
  let pointer: UnsafeMutableRawPointer

  /// An option that libcurl did not take.
  struct Failure: Error {
    let code: CURLcode
  }

  /// Tells one living handle from another.
  struct ID: Hashable {
    private let bits: UInt

    init(_ pointer: UnsafeMutableRawPointer) { bits = UInt(bitPattern: pointer) }
  }

  var identity: ID { unsafe ID(pointer) }

  init() throws(Failure) {
    guard let pointer = unsafe curl_easy_init() else { throw Failure(code: CURLE_FAILED_INIT) }
    unsafe self.pointer = pointer
  }

  deinit { unsafe curl_easy_cleanup(pointer) }

  func set(_ option: CURLoption, _ value: Int) throws(Failure) {
    try check(unsafe bootstrap_curl_set_long(pointer, option, value))
  }

  func set(_ option: CURLoption, _ value: Bool) throws(Failure) {
    try set(option, value ? 1 : 0)
  }

  /// libcurl keeps a copy.
  func set(_ option: CURLoption, _ value: String) throws(Failure) {
    let code = unsafe value.withCString { unsafe bootstrap_curl_set_pointer(pointer, option, $0) }
    try check(code)
  }

  /// libcurl keeps the pointer: what it points to must live as long as the transfer.
  func set(_ option: CURLoption, _ value: UnsafeRawPointer) throws(Failure) {
    try check(unsafe bootstrap_curl_set_pointer(pointer, option, value))
  }

  /// Sets nothing, where libcurl was built with a value of its own.
  func clear(_ option: CURLoption) throws(Failure) {
    try check(unsafe bootstrap_curl_set_pointer(pointer, option, nil))
  }

  func setWriteFunction(_ function: @escaping curl_write_callback) throws(Failure) {
    try check(unsafe bootstrap_curl_set_write_function(pointer, function))
  }

  private func check(_ code: CURLcode) throws(Failure) {
    if code != CURLE_OK { throw Failure(code: code) }
  }

  /// nil when libcurl does not know.
  func number(_ info: CURLINFO) -> Int? {
    var value = 0
    return unsafe bootstrap_curl_get_long(pointer, info, &value) == CURLE_OK ? value : nil
  }

  /// For those values that libcurl holds as `curl_off_t`. nil when it does not know.
  func offset(_ info: CURLINFO) -> Int? {
    var value: curl_off_t = -1
    guard unsafe bootstrap_curl_get_offset(pointer, info, &value) == CURLE_OK else { return nil }
    return Int(value)
  }

  func text(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe bootstrap_curl_get_string(pointer, info, &value) == CURLE_OK,
      let value = unsafe value
    else { return nil }
    return unsafe String(cString: value)
  }

  /// The value of the last answer's first header of that name (curl_easy_header(3)).
  func header(_ name: String) -> String? {
    var header: UnsafeMutablePointer<curl_header>?
    let code = unsafe curl_easy_header(pointer, name, 0, UInt32(CURLH_HEADER), -1, &header)
    guard code == CURLHE_OK, let value = unsafe header?.pointee.value else { return nil }
    return unsafe String(cString: value)
  }
}

/// Header lines for one transfer (curl_slist_append(3)), which must live as long as it.
@safe struct HeaderList: ~Copyable {
  private(set) var pointer: UnsafeMutablePointer<curl_slist>?

  init() { unsafe pointer = nil }

  mutating func append(_ line: String) throws(EasyHandle.Failure) {
    guard let longer = unsafe curl_slist_append(pointer, line) else {
      throw EasyHandle.Failure(code: CURLE_OUT_OF_MEMORY)
    }
    unsafe pointer = longer
  }

  deinit { unsafe curl_slist_free_all(pointer) }
}
