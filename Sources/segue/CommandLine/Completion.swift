/// The completion for bash, made from the commands themselves.
@MainActor
enum Completion {
  static func print() {
    let names = SegueProgram.commands.map(\.name).joined(separator: " ")
    let cases = SegueProgram.commands.map { command in
      let options = command.allOptions.map { "--\($0.name)" }.joined(separator: " ")
      return "    \(command.name)) words='\(options)' ;;"
    }.joined(separator: "\n")
    Console.standard.line(
      """
      # bash completion for segue
      _segue() {
        local word=${COMP_WORDS[COMP_CWORD]} words=
        if [ "$COMP_CWORD" = 1 ]; then
          COMPREPLY=($(compgen -W '\(names)' -- "$word"))
          return
        fi
        case ${COMP_WORDS[1]} in
      \(cases)
        esac
        case $word in
          -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
          *) COMPREPLY=($(compgen -f -- "$word")) ;;
        esac
      }
      complete -o filenames -F _segue segue
      """)
  }
}
