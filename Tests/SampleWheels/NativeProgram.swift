internal import Foundation
internal import Snapshots

/// A platform of sample programs and wheels. The raw value is the name of the platform in a lock.
package enum SamplePlatform: String, CaseIterable, Sendable {
  case linuxX64 = "linux-x64"
  case linuxARM64 = "linux-arm64"
  case linuxX64Musl = "linux-x64-musl"
  case linuxARM64Musl = "linux-arm64-musl"
  case macOSX64 = "macos-x64"
  case macOSARM64 = "macos-arm64"

  /// The platform of this machine. On Linux, always the one with glibc.
  package static var host: SamplePlatform {
    #if os(Linux) && arch(x86_64)
      .linuxX64
    #elseif os(Linux)
      .linuxARM64
    #elseif arch(x86_64)
      .macOSX64
    #else
      .macOSARM64
    #endif
  }

  /// The platform tags of a typical wheel for the platform (PEP 425, PEP 600, and PEP 656).
  package var wheelTag: String {
    switch self {
    case .linuxX64: "manylinux_2_17_x86_64.manylinux2014_x86_64"
    case .linuxARM64: "manylinux_2_17_aarch64.manylinux2014_aarch64"
    case .linuxX64Musl: "musllinux_1_2_x86_64"
    case .linuxARM64Musl: "musllinux_1_2_aarch64"
    case .macOSX64: "macosx_10_13_x86_64"
    case .macOSARM64: "macosx_11_0_arm64"
    }
  }
}

/// A small native program that replaces itself with `/bin/sh -c` and a given script.
///
/// In the script, `$0` is the program's `argv[0]` and `$@` its arguments, so a test can check
/// how the program was started. For Linux, this type assembles a complete ELF file. For macOS, it
/// appends the script to a compiled program (`Fixtures/NativeProgram`). Both are the same on every
/// machine and need no compiler.
package enum NativeProgram {
  /// Returns the program for `platform`.
  package static func bytes(for platform: SamplePlatform, script: String) -> [UInt8] {
    switch platform {
    case .linuxX64, .linuxX64Musl: elf(machine: 62, code: x64Code, script: script)
    case .linuxARM64, .linuxARM64Musl: elf(machine: 183, code: arm64Code, script: script)
    case .macOSX64: machO(x64Program, script: script)
    case .macOSARM64: machO(arm64Program, script: script)
    }
  }

  /// Returns a script that prints `name version`, as most tools do for `--version`.
  package static func printing(_ name: String, _ version: String) -> String {
    "echo '\(name) \(version)'"
  }

  /// Returns an ELF file (elf(5)). Its only segment contains the whole file and is loaded
  /// at 0x400000. `machine` is 62 for x86-64 and 183 for ARM64.
  private static func elf(machine: UInt16, code: [UInt8], script: String) -> [UInt8] {
    // The sizes of the ELF header and of one program header.
    let headers: UInt64 = 64 + 56
    let base: UInt64 = 0x40_0000
    let body = code + Array("/bin/sh\0sh\0-c\0".utf8) + Array(script.utf8) + [0]
    let size = headers + UInt64(body.count)

    var file = ByteWriter()
    file.append([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 8))
    file.append(UInt16(2), machine)  // ET_EXEC
    file.append(UInt32(1))
    file.append(base + headers, UInt64(64), UInt64(0))  // entry, program headers, no sections
    file.append(UInt32(0))
    file.append(UInt16(64), UInt16(56), UInt16(1), UInt16(0), UInt16(0), UInt16(0))
    file.append(UInt32(1), UInt32(7))  // PT_LOAD, rwx
    // Offset, addresses, sizes, and alignment of the segment.
    file.append(UInt64(0), base, base, size, size, UInt64(0x1000))
    file.append(body)
    return file.bytes
  }

  /// Returns a compiled program with a script after its end (`Fixtures/NativeProgram/program.c`).
  private static func machO(_ program: [UInt8], script: String) -> [UInt8] {
    var file = ByteWriter()
    file.append(program)
    let text = Array(script.utf8) + [0]
    file.append(text)
    file.append(UInt64(text.count))
    return file.bytes
  }

  /// The program without a script, for the two processors of macOS.
  package static let x64Program = compiled("macos-x64")
  package static let arm64Program = compiled("macos-arm64")

  private static func compiled(_ name: String) -> [UInt8] {
    let file = Snapshot.fixtures.appendingPathComponent("NativeProgram/\(name)")
    guard let bytes = try? Data(contentsOf: file) else {
      preconditionFailure("\(file.path) is missing")
    }
    return Array(bytes)
  }

  // The kernel leaves argc, the arguments, and a null pointer on the stack. The memory below
  // `argv[0]` is free. The code writes pointers to "sh", "-c", and the script there. That
  // completes the new argument list without a copy, and the environment still follows it. The
  // relative offsets assume the strings in the order that `elf` writes them.

  /// The code for x86-64: executes `/bin/sh`, or exits with 126 if that fails.
  private static let x64Code: [UInt8] = [
    0x48, 0x8B, 0x04, 0x24,  // mov   rax, [rsp]
    0x48, 0x8D, 0x54, 0xC4, 0x10,  // lea   rdx, [rsp + rax*8 + 16]
    0x48, 0x8D, 0x05, 0x43, 0, 0, 0,  // lea   rax, "sh"
    0x48, 0x89, 0x44, 0x24, 0xF0,  // mov   [rsp - 16], rax
    0x48, 0x8D, 0x05, 0x3A, 0, 0, 0,  // lea   rax, "-c"
    0x48, 0x89, 0x44, 0x24, 0xF8,  // mov   [rsp - 8], rax
    0x48, 0x8D, 0x05, 0x31, 0, 0, 0,  // lea   rax, script
    0x48, 0x89, 0x04, 0x24,  // mov   [rsp], rax
    0x48, 0x8D, 0x74, 0x24, 0xF0,  // lea   rsi, [rsp - 16]
    0x48, 0x8D, 0x3D, 0x13, 0, 0, 0,  // lea   rdi, "/bin/sh"
    0xB8, 0x3B, 0, 0, 0,  // mov   eax, 59 (execve)
    0x0F, 0x05,  // syscall
    0xBF, 0x7E, 0, 0, 0,  // mov   edi, 126
    0xB8, 0x3C, 0, 0, 0,  // mov   eax, 60 (exit)
    0x0F, 0x05,  // syscall
  ]

  /// The code for ARM64, with the same effect as `x64Code`.
  private static let arm64Code: [UInt8] = [
    0xE0, 0x03, 0x40, 0xF9,  // ldr   x0, [sp]
    0xE2, 0x6F, 0x20, 0x8B,  // add   x2, sp, x0, lsl #3
    0x42, 0x40, 0x00, 0x91,  // add   x2, x2, #16
    0xE3, 0x01, 0x00, 0x10,  // adr   x3, "sh"
    0xE3, 0x03, 0x1F, 0xF8,  // stur  x3, [sp, #-16]
    0xA3, 0x01, 0x00, 0x70,  // adr   x3, "-c"
    0xE3, 0x83, 0x1F, 0xF8,  // stur  x3, [sp, #-8]
    0x83, 0x01, 0x00, 0x50,  // adr   x3, script
    0xE3, 0x03, 0x00, 0xF9,  // str   x3, [sp]
    0xE1, 0x43, 0x00, 0xD1,  // sub   x1, sp, #16
    0xC0, 0x00, 0x00, 0x10,  // adr   x0, "/bin/sh"
    0xA8, 0x1B, 0x80, 0xD2,  // mov   x8, #221 (execve)
    0x01, 0x00, 0x00, 0xD4,  // svc   #0
    0xC0, 0x0F, 0x80, 0xD2,  // mov   x0, #126
    0xA8, 0x0B, 0x80, 0xD2,  // mov   x8, #93 (exit)
    0x01, 0x00, 0x00, 0xD4,  // svc   #0
  ]
}
