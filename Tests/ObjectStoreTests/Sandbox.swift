import ObjectStore
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The two kinds of store: every behaviour is tested on both.
enum Kind: String, CaseIterable, CustomTestStringConvertible {
  case memory, file
  var testDescription: String { rawValue }
}

/// A directory of one test, removed with it.
final class Sandbox {
  let path: String

  init() {
    var template = Array("/tmp/object-store-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { preconditionFailure("no temporary directory") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { remove(path) }

  private func remove(_ directory: String) {
    unsafe chmod(directory, 0o700)
    for name in names(in: directory) {
      let entry = directory + "/" + name
      if unsafe unlink(entry) != 0 { remove(entry) }
    }
    unsafe rmdir(directory)
  }

  var names: [String] { names(in: path) }

  private func names(in directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func store(
    _ kind: Kind = .file, model: Model = Library.model, name: String = "store.sqlite"
  ) throws(StoreError) -> Store {
    try Store(kind == .memory ? .memory : .file(path + "/" + name), model: model)
  }
}

/// The folder of this module's fixtures, found from this file's own place.
let fixtures: String = {
  let parts = #filePath.split(separator: "/").dropLast(3)
  return "/" + parts.joined(separator: "/") + "/Fixtures/ObjectStore"
}()

struct FileFailure: Error {
  let path: String
  let errno: Int32
}

func readFile(_ path: String) throws -> [UInt8] {
  let descriptor = unsafe open(path, O_RDONLY)
  guard descriptor >= 0 else { throw FileFailure(path: path, errno: errno) }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = unsafe read(descriptor, &bytes, bytes.count)
  guard count >= 0, count < bytes.count else { throw FileFailure(path: path, errno: errno) }
  return Array(bytes.prefix(count))
}

func writeFile(_ bytes: [UInt8], to path: String) throws {
  let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  guard descriptor >= 0 else { throw FileFailure(path: path, errno: errno) }
  defer { close(descriptor) }
  guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else {
    throw FileFailure(path: path, errno: errno)
  }
}
