internal import CCrypto

/// Returns the object that a `d2i` function of libcrypto creates from DER (d2i_X509(3)), or `nil`
/// if it fails. The caller must free the object.
@unsafe func decoded(
  _ der: [UInt8], by decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?
) -> OpaquePointer? {
  unsafe der.withUnsafeBufferPointer { bytes in
    var start = bytes.baseAddress
    return unsafe decode(&start, bytes.count)
  }
}

/// Returns the DER that an `i2d` function of libcrypto creates (d2i_X509(3)), or `nil` if it fails.
@unsafe func encoded(
  by encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
) -> [UInt8]? {
  let count = Int(encode(nil))
  guard count > 0 else { return nil }
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
    var end = buffer.baseAddress
    initializedCount = unsafe max(0, Int(encode(&end)))
  }
  return bytes.count == count ? bytes : nil
}

/// Returns the bytes of a libcrypto string (ASN1_STRING_get0_data(3)).
@unsafe func bytes(of string: UnsafePointer<ASN1_STRING>) -> [UInt8] {
  let count = unsafe Int(ASN1_STRING_length(string))
  return unsafe Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: count))
}

/// Returns the dotted numbers of an object identifier (OBJ_obj2txt(3)), or `nil` if they take more
/// than 127 bytes.
@unsafe func dottedNumbers(of identifier: OpaquePointer) -> String? {
  var text = [CChar](repeating: 0, count: 128)
  let count = unsafe Int(OBJ_obj2txt(&text, Int32(text.count), identifier, 1))
  guard 1..<text.count ~= count else { return nil }
  return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Returns a time in seconds since 1970, without its fraction (ASN1_TIME_diff(3)), or `nil` if it
/// has a different form.
@unsafe func seconds(of time: UnsafePointer<ASN1_TIME>) -> Int? {
  guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { return nil }
  defer { unsafe ASN1_TIME_free(epoch) }
  var days: Int32 = 0
  var seconds: Int32 = 0
  guard unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
  return Int(days) * 86400 + Int(seconds)
}
