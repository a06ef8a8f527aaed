import CALSA
import Glibc

/// A file that is read in the place of ALSA's own configuration.
final class ALSAConfiguration {
  /// For `snd_pcm_open_lconf`.
  let root: OpaquePointer

  init(file: String) throws(OutputError) {
    var input: OpaquePointer?
    var root: OpaquePointer?
    var code = snd_input_stdio_open(&input, file, "r")
    guard code >= 0, let input else { throw .configuration(file: file, code: -code) }
    defer { snd_input_close(input) }
    code = snd_config_top(&root)
    guard code >= 0, let root else { throw .configuration(file: file, code: -code) }
    code = snd_config_load(root, input)
    guard code >= 0 else {
      snd_config_delete(root)
      throw .configuration(file: file, code: -code)
    }
    self.root = root
  }

  deinit { snd_config_delete(root) }
}
