internal import CCurl
internal import Filesystem

/// Reads what a request uploads, from its start. Confined to the transfer thread.
protocol BodyReader: AnyObject {
  /// Fills `buffer` and returns the number of bytes, which is 0 at the end. Returns `nil` if the
  /// file cannot be read.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int?
}

extension HTTPRequest.Upload {
  /// Returns a reader of the contents.
  ///
  /// - Throws: `CURLE_READ_ERROR` if they are in a file that cannot be opened.
  func reader() throws(EasyHandle.Failure) -> any BodyReader {
    switch self {
    case .bytes(let bytes): return MemoryReader(bytes)
    case .file(let path, _):
      do throws(FileError) {
        return FileReader(try FileDescriptor.open(path, .read))
      } catch {
        throw EasyHandle.Failure(code: CURLE_READ_ERROR)
      }
    }
  }
}

private final class MemoryReader: BodyReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let next = rest.prefix(buffer.count)
    unsafe buffer.copyBytes(from: next)
    rest = rest.dropFirst(next.count)
    return next.count
  }
}

private final class FileReader: BodyReader {
  private let file: FileDescriptor

  init(_ file: consuming FileDescriptor) { self.file = file }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    unsafe try? file.read(into: buffer)
  }
}
