internal import CCurl

/// A libcurl handle for a single transfer (libcurl-easy(3)).
@safe struct EasyHandle: ~Copyable {
  /// Valid for the lifetime of this value.
  let pointer: UnsafeMutableRawPointer

  /// An error from creating or configuring a handle.
  struct Failure: Error {
    let code: CURLcode
  }

  /// The identity of a handle among all live handles.
  struct ID: Hashable {
    private let bits: UInt

    init(_ pointer: UnsafeMutableRawPointer) { bits = UInt(bitPattern: pointer) }
  }

  /// The identity of this handle.
  var identity: ID { unsafe ID(pointer) }

  init() throws(Failure) {
    guard let pointer = unsafe curl_easy_init() else { throw Failure(code: CURLE_FAILED_INIT) }
    unsafe self.pointer = pointer
  }

  deinit { unsafe curl_easy_cleanup(pointer) }

  /// Sets an integer option.
  func set(_ option: CURLoption, _ value: Int) throws(Failure) {
    try check(unsafe bootstrap_curl_set_long(pointer, option, value))
  }

  /// Sets a Boolean option.
  func set(_ option: CURLoption, _ value: Bool) throws(Failure) {
    try set(option, value ? 1 : 0)
  }

  /// Sets an option that libcurl stores as `curl_off_t`.
  func set(_ option: CURLoption, offset value: Int) throws(Failure) {
    try check(unsafe bootstrap_curl_set_offset(pointer, option, curl_off_t(value)))
  }

  /// Sets a string option. libcurl copies the string.
  func set(_ option: CURLoption, _ value: String) throws(Failure) {
    let code = unsafe value.withCString { unsafe bootstrap_curl_set_pointer(pointer, option, $0) }
    try check(code)
  }

  /// Sets a pointer option. libcurl keeps the pointer, so its target must outlive the transfer.
  func set(_ option: CURLoption, _ value: UnsafeRawPointer) throws(Failure) {
    try check(unsafe bootstrap_curl_set_pointer(pointer, option, value))
  }

  /// Removes the value of an option that has a compiled-in default.
  func clear(_ option: CURLoption) throws(Failure) {
    try check(unsafe bootstrap_curl_set_pointer(pointer, option, nil))
  }

  /// Sets the function that receives the body.
  func setWriteFunction(_ function: @escaping curl_write_callback) throws(Failure) {
    try check(unsafe bootstrap_curl_set_write_function(pointer, function))
  }

  /// Sets the function that provides the body of an upload.
  func setReadFunction(_ function: @escaping curl_read_callback) throws(Failure) {
    try check(unsafe bootstrap_curl_set_read_function(pointer, function))
  }

  private func check(_ code: CURLcode) throws(Failure) {
    if code != CURLE_OK { throw Failure(code: code) }
  }

  /// Returns an integer about the transfer, or `nil` if libcurl does not know it.
  func number(_ info: CURLINFO) -> Int? {
    var value = 0
    return unsafe bootstrap_curl_get_long(pointer, info, &value) == CURLE_OK ? value : nil
  }

  /// Returns a value that libcurl stores as `curl_off_t`, or `nil` if libcurl does not know it.
  func offset(_ info: CURLINFO) -> Int? {
    var value: curl_off_t = -1
    guard unsafe bootstrap_curl_get_offset(pointer, info, &value) == CURLE_OK else { return nil }
    return Int(value)
  }

  /// Returns a string about the transfer, or `nil` if libcurl does not know it.
  func text(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe bootstrap_curl_get_string(pointer, info, &value) == CURLE_OK,
      let value = unsafe value
    else { return nil }
    return unsafe String(cString: value)
  }

  /// Returns the first header with this name in the last response (curl_easy_header(3)), or `nil`
  /// if there is none.
  func header(_ name: String) -> String? { header(name, at: 0) }

  /// Returns all headers with this name in the last response.
  func headers(_ name: String) -> [String] {
    var values: [String] = []
    while let value = header(name, at: values.count) { values.append(value) }
    return values
  }

  private func header(_ name: String, at index: Int) -> String? {
    var header: UnsafeMutablePointer<curl_header>?
    let code = unsafe curl_easy_header(pointer, name, index, UInt32(CURLH_HEADER), -1, &header)
    guard code == CURLHE_OK, let value = unsafe header?.pointee.value else { return nil }
    return unsafe String(cString: value)
  }
}

/// The header lines of a transfer (curl_slist_append(3)). The list must outlive the transfer.
@safe struct HeaderList: ~Copyable {
  private(set) var pointer: UnsafeMutablePointer<curl_slist>?

  init() { unsafe pointer = nil }

  /// Appends a line of the form `name: value`.
  mutating func append(_ line: String) throws(EasyHandle.Failure) {
    guard let longer = unsafe curl_slist_append(pointer, line) else {
      throw EasyHandle.Failure(code: CURLE_OUT_OF_MEMORY)
    }
    unsafe pointer = longer
  }

  deinit { unsafe curl_slist_free_all(pointer) }
}
