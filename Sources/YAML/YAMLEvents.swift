internal import CYAML

/// The events of a YAML text, in order. Owns the libyaml parser and a copy of the text.
@safe
struct YAMLEvents: ~Copyable {
  /// A part of a document.
  enum Event {
    case documentStart
    case streamEnd
    case scalar(String, anchor: String?)
    case alias(String)
    case sequenceStart(anchor: String?)
    case mappingStart(anchor: String?)
    case collectionEnd
    /// The start of the stream, or the end of a document.
    case other
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>

  /// The line of the latest event, counted from 1.
  private(set) var line = 1

  /// The tag of the latest event, such as `!ruby/object:Gem::Version`, or `nil` if it has none.
  private(set) var tag: String?

  /// Creates a parser of `bytes`.
  ///
  /// - Throws: ``YAMLError/outOfMemory``.
  init(_ bytes: [UInt8]) throws(YAMLError) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      throw .outOfMemory
    }
    // libyaml keeps a pointer to its input, so the text stays at one address.
    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    _ = unsafe text.initialize(from: bytes)
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, bytes.count)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe self.parser = parser
    unsafe self.text = text
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe text.deallocate()
  }

  /// Returns the next event.
  ///
  /// - Throws: ``YAMLError/malformed(line:)``.
  mutating func next() throws(YAMLError) -> Event {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else {
      throw .malformed(line: unsafe Int(clamping: parser.pointee.problem_mark.line) + 1)
    }
    defer { unsafe yaml_event_delete(&event) }
    line = unsafe Int(clamping: event.start_mark.line) + 1
    tag = nil
    switch unsafe event.type {
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_STREAM_END_EVENT: return .streamEnd
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      tag = unsafe Self.name(scalar.tag)
      let value = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return .scalar(
        unsafe String(decoding: value, as: UTF8.self), anchor: unsafe Self.name(scalar.anchor))
    case YAML_ALIAS_EVENT: return .alias(unsafe Self.name(event.data.alias.anchor) ?? "")
    case YAML_SEQUENCE_START_EVENT:
      tag = unsafe Self.name(event.data.sequence_start.tag)
      return .sequenceStart(anchor: unsafe Self.name(event.data.sequence_start.anchor))
    case YAML_MAPPING_START_EVENT:
      tag = unsafe Self.name(event.data.mapping_start.tag)
      return .mappingStart(anchor: unsafe Self.name(event.data.mapping_start.anchor))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .collectionEnd
    default: return .other
    }
  }

  /// Returns the name of an anchor or a tag, or `nil` if there is none.
  private static func name(_ anchor: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe anchor.map { unsafe String(cString: $0) }
  }
}
