import Picker

/// What the manual says beside the commands, in the language of man(7).
extension ManualPage {
  nonisolated static let picker = """
    .TP
    .BR Up ", " Down ", " j ", " k ", " PageUp ", " PageDown ", " Home ", " End ", " g ", " G
    Move.
    .TP
    .BR ] ", " [ ", " \\(aq
    To the next album or letter, to the one before; with a letter behind it, \\(aq goes to the first artist or name
    that begins with it.
    .TP
    .BR Enter ", " Right ", " l
    Go into an album, an artist, a folder. On a track, Enter takes it; with marks, what is marked.
    .TP
    .BR Left ", " h ", " Backspace
    Go back; from the songs to home, which lists all other ways into the library.
    .TP
    .BR i ", " Right
    Show all that is known of a track.
    .TP
    .BR Space ", " Tab
    Mark a track, or all of an album; from then on, several can be taken. A half circle is a group that is
    marked in part.
    .TP
    .B V
    Begin a range; once more, mark it.
    .TP
    .BR a ", " A ", " * ", " +
    Mark all that is shown, none, the others, all tracks that the search finds.
    .TP
    .BR p ", " n ", " e
    Play now, insert after what plays, append: what is marked, or the row. The picker stays.
    .TP
    .BR Q ", " 1 ", " o
    The queue, and back; to what plays.
    .TP
    .BR u ", " U ", " Ctrl\\-R
    Take the last change of the queue or of a playlist back; do it again.
    .TP
    .BR S
    Save what is marked, or the row, as a playlist, or add it to one; in the queue, all of it where nothing is marked.
    .TP
    .BR c ", " < ", " >
    Pause or play on; the track before, the next.
    .TP
    .BR D ", " Delete ", " J ", " K ", " M ", " Z ", " C
    In the queue: take out, move down, up, before the row, mix, take out all.
    .BR Enter " and " p
    play from the row on,
    .BR n " and " e
    move behind what plays and to the end.
    .TP
    .BR y ", " !
    Copy the paths of it to the terminal's clipboard, 75 KB at most; start a command of the shell that gets it on its
    standard input, as of \\-\\-json; nothing waits for it.
    .TP
    .B P
    Print what is marked, or the row, and leave.
    .TP
    .B /
    Search as you type, by words or a query as of
    .BR "segue find" .
    Letters match with and without accents. What is wrong with a query stands in the bar. Up and Down bring back what
    was searched for before.
    .TP
    .B d
    Done: take what is marked.
    .TP
    .B Esc
    Clear the search; else go back; else leave.
    .TP
    .B q
    Cancel: leave and change nothing. More than 20 marks are not lost without a question.
    .TP
    .B v
    Show covers beside the list, or do not. It takes a terminal of 90 columns and 256 colours, and libchafa.
    .TP
    .B ?
    Show all keys.
    """

  /// What keys can be bound to.
  nonisolated private static let commandNames = PickerCommand.allCases.map {
    $0.name.split(separator: "-").joined(separator: "\\-")
  }.joined(separator: ", ")

  nonisolated static let daemon = """
    .B segued
    .RB [ \\-\\-config
    .IR FILE ]
    .RB [ \\-\\-check ]
    .PP
    plays the queue and answers clients, at its socket and where the configuration says. The first command that
    needs it starts it;
    .B systemctl \\-\\-user enable \\-\\-now segued.socket
    has systemd do so. SIGTERM and
    .B segue quit
    end it, SIGHUP has it read its configuration again; queue, modes and position are back at its next start.
    .B \\-\\-check
    says whether the configuration is right, and ends.
    .PP
    Media keys and desktops find it on the session bus as
    .BR org.mpris.MediaPlayer2.segue ,
    programs such as
    .BR playerctl (1),
    too.
    """

  nonisolated static let configuration = """
    .I segue.conf
    has sections in brackets and lines
    .IR key " = " value ;
    a line that starts with # or ; is a comment.
    .TP
    .B [library]
    .BR root :
    a music folder beside those that were scanned, repeatable.
    .BR locale :
    the language that orders the library; another one has it ordered anew in the background.
    .BR articles :
    words that do not count at the beginning of names, with commas between them; empty for none.
    .BR id3v1\\-charset :
    the encoding of old tags that name none.
    .TP
    .B [audio]
    .BR device :
    an ALSA name.
    .BR mixer :
    hardware (the sound card's own volume where it has one, else software; not that of a sound server, which is
    everybody's), software or none.
    .BR close\\-after\\-pause :
    seconds for which the device is kept while paused.
    .TP
    .BI [output\\  NAME ]
    Instead of the device of [audio]:
    .BR type " (alsa or null), " device " and " mixer .
    .TP
    .B [mpd]
    .BR listen :
    beside the usual socket, an address in numbers with a port, or a path; repeatable. Addresses that others can reach
    need a password or
    .BR default\\-permissions .
    .BR mpd\\-compatible :
    yes to listen where clients look for MPD, too.
    .BR password :
    .IR SECRET @ PERMISSIONS ,
    plain (the file's mode must be 0600) or a hash of
    .BR "segue password" ;
    repeatable. Permissions are read, add, player, control and admin, with commas between them.
    .BR default\\-permissions " and " local\\-permissions :
    what clients may do without a password, over TCP and as yours on this machine.
    .BR max\\-connections ", " max\\-line\\-size ", " max\\-command\\-list\\-size ", " max\\-output\\-buffer\\-size ", " connection\\-timeout ", " max\\-playlist\\-length :
    what clients may cost, in KiB and seconds, and entries of the queue.
    .TP
    .B [player]
    .BR resume :
    auto, play or pause after a restart.
    .BR replay\\-gain :
    off, track, album or auto;
    .B replay\\-gain\\-preamp
    and
    .B replay\\-gain\\-fallback
    in decibels.
    .BR previous\\-restarts\\-after :
    seconds after which
    .B segue previous
    begins the track again.
    .BR duplicates :
    what becomes of what is added and is in the queue: allow, skip or move.
    .TP
    .B [picker]
    .BR theme :
    dark or light.
    .BR colour :
    .IR "PART COLOUR" ,
    repeatable: a number up to 255, a name, or #rrggbb for title, secondary, faint, mark, playing, scroll, header, bar,
    bar\\-background, total, warning, key, hint, search, notice or highlight.
    .BR bar :
    what the bar shows, of back, title, path and total.
    .BR covers :
    yes, no, or how they are shown: kitty, iterm2, sixel or blocks.
    .BR mouse " and " type\\-ahead :
    yes or no.
    .BR bind :
    .IR "KEY COMMAND" ,
    repeatable, such as Ctrl\\-D page\\-down; a command is nothing or one of
    \(commandNames).
    .BR on\\-enter ", " on\\-leave ", " on\\-done :
    commands of the shell that are run when a page is come to or left, and before what was chosen is played or printed,
    which does not happen if one fails. They get JSON on their standard input.
    .TP
    .B [playlists]
    .BR folder :
    an absolute path. Stored playlists are files in it,
    .IR NAME .m3u,
    and playlists that are put or changed there (m3u, m3u8, pls, xspf) become stored ones; the newer of both wins, and a
    file that loses is
    .IR NAME .m3u.old
    then. What is removed there comes back, unless
    .B segue playlist delete
    has ended it, which removes what Segue wrote and leaves what others put there.
    .TP
    .B [mpris]
    .BR enabled :
    no to keep media keys and desktops from finding the player on the session bus.
    """

  nonisolated static let files = """
    .TP
    .I ~/.local/share/segue/segue.db
    The library, the queue and the position: a SQLite database. Beside it
    .IR segue.db\\-wal " and " segue.db\\-shm ,
    which belong to it, two backups,
    .IR segue.db\\-backup " and " segue.db\\-backup\\-2 ,
    the lock of a scan,
    .IR segue.db\\-scan ,
    and, if it was ever damaged, what was set aside,
    .IR segue.db\\-damaged\\-1 .
    .TP
    .IR .segueignore ", " .mpdignore
    In a music folder: what is left out of the library, in the syntax of
    .BR gitignore (5).
    .TP
    .I .nomedia
    In a folder: all of it is left out.
    .TP
    .I ~/.config/segue/segue.conf
    The configuration.
    .TP
    .I ~/.local/state/segue/segued.log
    What a daemon that segue has started says.
    .TP
    .I ~/.cache/segue/artwork
    The last pictures that were taken out of music files for desktops to show.
    .TP
    .I $XDG_RUNTIME_DIR/segue/socket
    Where the daemon listens: the protocol of the Music Player Daemon. Without
    .B XDG_RUNTIME_DIR
    it is
    .IR /tmp/segue\\-UID/socket .
    .TP
    .I $XDG_RUNTIME_DIR/segue/player
    A note of what plays and where, for the case that the daemon is killed.
    """

  nonisolated static let environment = """
    .TP
    .BR SEGUE_HOST ", " MPD_HOST ", " MPD_PORT
    The server that is commanded in the place of the user's own daemon: a host, or the path of a socket, behind
    .IR password @
    where one is needed. What looks into the user's own library
    .RB ( import ", " resume ", " "playlist export \\-\\-watch" ", " pick
    where it does not print), and
    .BR quit ,
    refuse another server.
    """

  nonisolated static let exitStatus = """
    0 when it is done, 1 when it could not be done, 2 for a wrong command line, 130 when interrupted.
    .B segue pick
    ends with 1 when it is cancelled, and with 2 for every error.
    """
}
