internal import CShim

/// Becomes the program of the tool version that the working directory pins for the shim's name.
///
/// If the shim cannot select a version, or has more than one line to report, it becomes the main
/// program (`ROOT/bin/bootstrap`) instead. The shim itself must start fast, since it runs at
/// every start of a tool.
///
/// SwiftPM's native build system renames the entry point of an executable to `<module>_main`, and
/// tells the linker to start the program there. So this function is the entry point, also in a
/// program without a C library (Sources/CShimStart/start.c). Another build system may not do this,
/// and scripts therefore state `--build-system native`.
@c(bootstrap_shim_main)
func main(
  _ argumentCount: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
  _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  if shim_is_privileged() {
    ShimMessage.end("does not run with another user's privileges", status: 126)
  }
  guard
    let call = unsafe ShimInvocation(
      arguments: arguments, argumentCount: Int(argumentCount), environment: environment)
  else {
    ShimMessage.end("cannot determine its own name, or HOME is not set", status: 127)
  }
  call.run()
}
