/// Requests whose answers are compared, good and bad ones.
extension Requests {
  static let fixed = text.split(separator: "\n").map(String.init)

  private static let text = #"""
    find
    find Artist
    find foo bar
    find Artist "Abel Marr" Album
    find (
    find ()
    find (Artist)
    find "(Artist)"
    find "(Artist == )"
    find "(Artist == x)"
    find "(Artist == 'x)"
    find "(Artist == 'x'"
    find "(Artist == 'x'))"
    find "(Artist == 'x') foo"
    find "(Artist ~ 'x')"
    find "(Artist = 'x')"
    find "(Artist == 'Abel Marr' AND Title == 'x')"
    find "((Artist == 'Abel Marr') OR (Title == 'x'))"
    find "((Artist == 'Abel Marr') and (Title == 'Ebb Line'))"
    find "((Artist == 'Abel Marr') AND)"
    find "((Artist == 'Abel Marr') AND (Title == 'Ebb Line')"
    find "((Artist == 'Abel Marr')"
    find "((Artist == 'Abel Marr'))"
    find "(!Artist == 'x')"
    find "(!(Artist == 'x')"
    find "(foo == 'x')"
    find "(any == 'Ebb Line')"
    find "(any contains 'Ebb')"
    find "(Title contains 'Ebb')"
    find "(Title CONTAINS 'Ebb')"
    find "(Title !contains 'Ebb')"
    find "(Title =~ 'Ebb')"
    find "(Title =~ '^ebb')"
    find "(Title =~ '(')"
    find "(Title =~ 'a[')"
    find "(Title !~ 'e')"
    search "(Title =~ '^ebb')"
    search "(Title == 'ebb line')"
    search "(Title == 'ebb')"
    search "(Title contains 'ebb')"
    find "(base 'Abel Marr')"
    find base "Abel Marr/Low Water"
    find base "/x"
    find base ""
    find "(base '')"
    find "(base '/x')"
    find "(base == 'x')"
    find "(modified-since '2020-01-01T00:00:00Z')"
    find modified-since 0
    find modified-since x
    find "(modified-since 'x')"
    find "(modified-since '2020-13-01T00:00:00Z')"
    find "(modified-since '2030-01-01T00:00:00Z')"
    find "(modified-since '-1')"
    find "(modified-since '')"
    find "(modified-since 2020)"
    find "(modified-since '2020-01-01')"
    find "(AudioFormat == '44100:16:2')"
    find "(AudioFormat =~ '44100:*:*')"
    find "(AudioFormat == '44100:*:*')"
    find "(AudioFormat == '44100')"
    find "(AudioFormat == '44100:')"
    find "(AudioFormat == '44100:16')"
    find "(AudioFormat == '44100:16:2:1')"
    find "(AudioFormat == '44100:17:2')"
    find "(AudioFormat == '44100:x:2')"
    find "(AudioFormat == 'x:16:2')"
    find "(AudioFormat == '0:16:2')"
    find "(AudioFormat == '44100:16:0')"
    find "(AudioFormat == '44100:16:x')"
    find "(AudioFormat == '44100:f:2')"
    find "(AudioFormat == 'dsd64:2')"
    find "(AudioFormat != '44100:16:2')"
    find "(AudioFormat '44100:16:2')"
    find "(audioformat == '44100:16:2')"
    find AudioFormat 44100:16:2
    find prio 1
    find "(file == 'Abel Marr/Low Water/01 Ebb Line.flac')"
    find "(filename == 'Abel Marr/Low Water/01 Ebb Line.flac')"
    find file "Abel Marr/Low Water/01 Ebb Line.flac"
    find file "Abel Marr"
    search file "ebb"
    search filename "ebb"
    search "(file contains 'ebb')"
    find "(FILE contains 'Ebb')"
    find albumartist "Abel Marr"
    find albumartist "Various Artists"
    find "(albumartist == 'Kit Harrow')"
    find "(albumartist != 'Kit Harrow')"
    find "(artistsort == 'Kit Harrow')"
    find "(albumartistsort == 'Kit Harrow')"
    find album ""
    find title ""
    find genre ""
    find "(genre == '')"
    find "(genre != '')"
    find "(genre contains '')"
    search genre ""
    search any ""
    search any "flac"
    find composer ""
    find "(composer != 'x')"
    list artist
    list Album
    list foo
    list
    list Artist Album
    list Album "Abel Marr"
    list Artist "Abel Marr"
    list Album Artist "Abel Marr"
    list Album Artist "Abel Marr" group Date
    list Album group Artist
    list Album group Album
    list Album group foo
    list Album group Artist group Date
    list Album group
    list title group artist group album "(artist == 'Abel Marr')"
    list title "(artist == 'Abel Marr')" group artist group album
    list album "(foo"
    list albumartist
    list albumartist group albumartistsort
    list genre
    list composer
    list track
    list disc
    list date
    list file
    list file artist "Abel Marr"
    list filename
    list file group artist
    list base
    list any
    list modified-since
    list MUSICBRAINZ_ALBUMID
    list name
    count
    count artist
    count artist "Abel Marr"
    count "(artist == 'Abel Marr')"
    count group artist
    count group foo
    count group
    count artist "Abel Marr" group album
    count group albumartist
    count group genre
    count title x
    count title ebb
    find "((album == '窓の灯') AND (artist != '夜汽車楽団'))"
    find "((album == '窓の灯') AND (artist != '水野カナ'))"
    find "((album == '窓の灯') AND (artist !~ '水'))"
    find "((album == '窓の灯') AND (artist !contains '水'))"
    find "((album == '窓の灯') AND (!(artist == '水野カナ')))"
    find "((album == 'Tin Roof Demos') AND (composer != 'x'))"
    find "((album == 'Tin Roof Demos') AND (composer !~ 'x'))"
    find "((album == 'Tin Roof Demos') AND (composer !contains 'x'))"
    find "((album == 'Tin Roof Demos') AND (composer != ''))"
    find "((album == 'Tin Roof Demos') AND (composer =~ ''))"
    find "((album == 'Tin Roof Demos') AND (composer !~ ''))"
    find "((album == 'Tin Roof Demos') AND (albumartist != 'Kit Harrow'))"
    find "((album == 'Tin Roof Demos') AND (any != 'Kit Harrow'))"
    find "((base 'Field Recordings') AND (any != 'Kit Harrow'))"
    find "((base 'Field Recordings') AND (any == ''))"
    find "((base 'Field Recordings') AND (any contains ''))"
    find "((base 'Field Recordings') AND (any =~ ''))"
    find "((base 'Field Recordings') AND (albumartist == ''))"
    find "((base 'Field Recordings') AND (albumartist != ''))"
    find "((base 'Field Recordings') AND (file != ''))"
    find "((base 'Field Recordings') AND (file =~ '^F'))"
    find "(base 'Nonexistent')"
    find "((base 'Nonexistent') AND (title == 'x'))"
    find "((title == 'x') AND (base 'Nonexistent'))"
    find "(!(base 'Nonexistent'))"
    find base Nonexistent
    find title x base Nonexistent
    find base "Abel Marr" base "Kit Harrow"
    find "(base 'Abel Marr/Low Water/01 Ebb Line.flac')"
    find "(base 'Abel Marr/')"
    find base "Abel Marr/"
    find base "a//b"
    find base "../x"
    find base "./x"
    find base "a/../b"
    find base "a/."
    count base Nonexistent
    list album base Nonexistent
    list file base Nonexistent
    findadd base Nonexistent
    list album base "Abel Marr"
    find "((!(artist == 'Abel Marr')) AND (base 'Abel Marr'))"
    find "(((artist == 'Abel Marr')) AND (title == 'Ebb Line'))"
    find "(((artist == 'Abel Marr') AND (title == 'Ebb Line')) AND (album == 'Low Water'))"
    find "( (artist == 'Abel Marr')  AND  (title == 'Ebb Line') )"
    find "( title   ==   'Ebb Line' )"
    find "(title=='Ebb Line')"
    find "(title contains'Ebb')"
    find "(title !contains'Ebb')"
    find "(title ! contains 'Ebb')"
    find "(title == \"Ebb Line\")"
    find "(title == 'Ebb\\\\ Line')"
    find "(title == 'Ebb\\ Line')"
    find "(title == 'Ebb Line\\')"
    find "(title eq 'Ebb')"
    find "(title-x == 'Ebb')"
    find "(title1 == 'Ebb')"
    find "(! (title == 'Ebb'))" window 0:0
    find "!(title == 'Ebb')"
    find "(!(title == 'Ebb')) " window 0:0
    find "(title == 'Ebb Line') "
    find " (title == 'Ebb Line')"
    find "(title == 'Ebb Line')" title "Ebb Line"
    find title "Ebb Line" "(title == 'Ebb Line')"
    find "(title == 'Ebb Line')" "(artist == 'Abel Marr')"
    find "((title == 'Ebb Line')AND(artist == 'Abel Marr'))"
    find "((title == 'Ebb Line')AND (artist == 'Abel Marr'))"
    find "((title == 'Ebb Line') AND artist == 'Abel Marr')"
    find "((title == 'Ebb Line') AND ANDY (artist == 'Abel Marr'))"
    find "((title == 'Ebb Line') 1)"
    find "(title 1)"
    find "(1)"
    find "()"
    find "(title)"
    find "(title"
    find "(title =="
    find "(title == '"
    find "(title =~ 'a{1,99999}')"
    find "(title =~ '(?P<')"
    find "(title =~ '*')"
    find "(title =~ '\\\\')"
    find title "ebb line"
    find TITLE "Ebb Line"
    search "(title !contains 'EBB')" window 0:0
    find "(file == '')"
    find file ""
    search file ""
    find "(last-modified == 'x')"
    find "(Last-Modified == 'x')"
    find "(modified-since '1700000000')" window 0:0
    find "(modified-since '20200101T000000Z')" window 0:0
    find "(modified-since '2020-01-01T00:00:00')" window 0:0
    find "(modified-since '2020-01-01T00:00:00+01:00')" window 0:0
    find "(modified-since '2020-01-01T00:00')" window 0:0
    find "(modified-since '2020')" window 0:0
    find "(modified-since '2020-01')" window 0:0
    find "(modified-since '1e3')" window 0:0
    find "(modified-since '99999999999999999999')" window 0:0
    find "(modified-since ' 5')" window 0:0
    find "(modified-since '2020-01-01T00:00:00Zx')" window 0:0
    find "(modified-since '2020-1-1T0:0:0Z')" window 0:0
    find "(modified-since '2020-02-30T00:00:00Z')" window 0:0
    clear
    find artist "Abel Marr" sort title
    find artist "Abel Marr" sort -title window 0:1
    find artist "Abel Marr" window 0:1 sort title
    find artist "Abel Marr" window 1
    find artist "Abel Marr" window -1
    find artist "Abel Marr" window 2:
    find artist "Abel Marr" window 3:1
    find artist "Abel Marr" window x
    find artist "Abel Marr" window 9:10
    find artist "Abel Marr" sort foo
    find artist "Abel Marr" sort -
    find artist "Abel Marr" sort Last-Modified window 0:1
    find artist "Abel Marr" sort file
    find artist "Abel Marr" sort prio
    find sort title
    find window 0:1
    find artist "Abel Marr" sort title sort album
    findadd
    findadd artist
    findadd artist "Abel Marr"
    findadd artist "Kit Harrow" position 99
    findadd artist "Kit Harrow" position +0
    findadd artist "Nobody"
    searchadd title ebb
    searchadd title ebb window 0:1 position 1
    searchadd title ebb position x
    searchadd title ebb sort foo
    playlistfind
    playlistfind artist
    playlistfind foo bar
    playlistfind artist "Abel Marr"
    playlistfind artist "Abel Marr" sort title
    playlistfind artist "Abel Marr" window 0:1
    playlistfind "(artist == 'Abel Marr')"
    playlistsearch artist abel
    playlistsearch title "ebb"
    prio
    prio 1
    prio 1 x
    prio 256 0
    prio -1 0
    prio x 0
    prio 5 0
    prio 5 0:2
    prio 5 99
    prio 5 0 1
    prio 5 0:2 3:4
    prio 5 99:
    prio 5 3:1
    playlistinfo 0:2
    plchanges 0 0:1
    prioid 3 1
    prioid 3 1 2
    prioid 3 999
    prioid 3
    prioid 256 1
    playlistid 1
    rangeid
    rangeid 1
    rangeid 1 0:2
    rangeid 1 x
    rangeid 1 :
    rangeid 1 1:
    rangeid 1 :2
    rangeid 1 2:1
    rangeid 1 1.5:2.5
    playlistid 1
    rangeid 1 100:200
    playlistid 1
    rangeid x 1:2
    addtagid 1 Artist foo
    addtagid 1 foo bar
    addtagid 1 Artist
    addtagid 999 Artist x
    addtagid x Artist x
    cleartagid 1
    cleartagid 1 Artist
    cleartagid 1 foo
    cleartagid 999
    cleartagid 999 Artist
    clear
    listfiles
    listfiles ""
    listfiles "Abel Marr/Low Water"
    listfiles a b
    subscribe
    subscribe foo
    subscribe foo
    subscribe "a b"
    subscribe "ä"
    subscribe ""
    subscribe "a.b-c_d:e/f"
    channels
    sendmessage foo "hello world"
    sendmessage bar x
    readmessages
    readmessages
    unsubscribe foo
    unsubscribe foo
    channels
    sendmessage foo x
    readmessages x
    channels x
    outputset
    outputset 0
    outputset 0 a b
    outputset 0 a=b
    outputset 9 a b
    outputset x a b
    outputs
    toggleoutput 9
    toggleoutput 0
    toggleoutput 0
    enableoutput x
    config x
    tagtypes disable Artist
    tagtypes enable
    tagtypes foo
    tagtypes enable foo
    tagtypes clear
    tagtypes all
    tagtypes all x
    tagtypes clear x
    tagtypes disable
    tagtypes disable foo
    tagtypes enable Title foo
    tagtypes all
    mixrampdb -17
    mixrampdb x
    mixrampdb 5
    mixrampdelay 2
    mixrampdelay nan
    mixrampdelay x
    mixrampdelay -1
    mixrampdelay 1.5
    crossfade 3
    crossfade x
    crossfade -1
    status
    crossfade 0
    mixrampdb 0
    mixrampdelay nan
    status
    shuffle 0:1
    shuffle 5:9
    shuffle x
    shuffle -1
    shuffle 1
    shuffle 2:1
    binarylimit 1
    binarylimit x
    binarylimit 64
    binarylimit 99999999999
    binarylimit 8192
    partition
    partition foo
    partition default
    listpartitions
    replay_gain_mode foo
    getvol x
    volume 200
    volume -101
    volume +5
    setvol 101
    setvol -1
    setvol x
    single 2
    single x
    consume oneshot
    consume 2
    random 2
    repeat x
    add "Abel Marr"
    add nope
    add nope 0
    add ""
    addid "Abel Marr/Low Water/01 Ebb Line.flac" 99
    addid "Abel Marr/Low Water/01 Ebb Line.flac" x
    addid "Abel Marr/Low Water/01 Ebb Line.flac" +0
    addid "Abel Marr/Low Water/01 Ebb Line.flac" +x
    addid "Abel Marr/Low Water/01 Ebb Line.flac" -
    addid "Abel Marr"
    addid nope
    addid /etc/passwd
    addid file:///etc/passwd
    add foo://x
    move 0 99
    move 0:2 1
    move 0: 1
    move 0 +0
    move 99 0
    move 1:1 0
    move x 0
    moveid 999 0
    moveid 1 x
    delete 99
    delete 5:99
    delete 2:1
    delete x
    delete
    deleteid 999
    swap 0 99
    swapid 0 999
    swapid 999 0
    playlistinfo 99
    playlistinfo 99:100
    playlistinfo 1:1
    playlistinfo x
    playlistid 999
    plchanges x
    plchanges -1
    plchanges 0 99:100
    plchangesposid 99999
    seek 99 0
    seek 0 x
    seekid 999 0
    seekcur 0
    seekcur x
    seekcur +x
    seekcur ""
    play 999
    play -2
    play x
    playid 999
    playid -1
    next
    previous
    stop
    pause 2
    pause x
    pause
    idle foo
    clear
    add "Abel Marr"
    add "Orrin Vale"
    status
    playlistinfo
    move 0 3
    move 1:3 0
    move 9 0
    move 0:1 9
    moveid 2 0
    swap 0 1
    delete 0
    delete 2:4
    delete 1:
    playlistinfo
    plchanges 0
    plchangesposid 0
    plchanges 99999
    addid "Abel Marr/Low Water/01 Ebb Line.flac" 0
    addid "Abel Marr/Low Water/01 Ebb Line.flac"
    playlist
    findadd album "Low Water" sort -title window 1:3 position 1
    searchadd title "slack" position 0
    playlistinfo
    playlistfind album "Low Water"
    playlistsearch title "lamp"
    prio 7 0:2
    playlistinfo 0:3
    rangeid 999 1:2
    clear
    status
    lsinfo
    lsinfo /
    lsinfo ""
    lsinfo "Abel Marr"
    lsinfo "Abel Marr/Low Water"
    lsinfo "Abel Marr/Low Water/01 Ebb Line.flac"
    lsinfo nope
    lsinfo a b
    lsinfo "Abel Marr/"
    listall
    listall "Orrin Vale"
    listall nope
    listall "Abel Marr/Low Water/01 Ebb Line.flac"
    listallinfo
    listallinfo "Various Artists"
    listallinfo nope
    albumart nope 0
    albumart "Abel Marr/Low Water/01 Ebb Line.flac" x
    albumart "Abel Marr/Low Water/01 Ebb Line.flac" 99999999
    readpicture nope 0
    readcomments nope
    ping
    ping x
    close x
    foo
    Foo
    1foo
    find "unclosed
    find title "x"y
    find title x"y
    ping "
    command_list_end
    password
    outputs
    replay_gain_status
    replay_gain_mode
    replay_gain_mode track
    replay_gain_mode off
    getvol x
    random 1
    random 0
    repeat 1
    status
    repeat 0
    single 1
    consume 1
    status
    single oneshot
    status
    single 0
    consume 0
    status
    single
    random
    setvol
    crossfade
    currentsong
    currentsong x
    status x
    stats x
    clearerror
    clearerror x
    notcommands
    notcommands x
    idle foo
    update a b
    clear
    save a/b
    rm nope
    load nope
    listplaylist nope
    listplaylistinfo nope
    listplaylists
    playlistadd
    playlistadd x
    playlistadd x nope
    playlistadd x "Abel Marr"
    listplaylist x
    listplaylistinfo x
    playlistmove x 0 2
    playlistmove x 9 0
    playlistmove x 0 9
    playlistdelete x 0
    playlistdelete x 9
    playlistdelete x 0:1
    playlistclear nope
    listplaylist x
    load x
    load x 0:1
    load x 5:9
    load x 0:1 0
    load x 0:1 99
    load x 0:1 +0
    playlist
    save x
    save y
    save y
    rename x y
    rename nope z
    rename x a/b
    rename x z
    rm z
    rm x
    searchaddpl y title slack
    searchaddpl y foo x
    searchaddpl y
    searchaddpl new title ebb
    listplaylist new
    listplaylist y
    playlistclear y
    listplaylist y
    rm y
    rm new
    clear
    add ""
    playlistinfo 30:
    delete 30:
    delete 5:9
    move 0:3 4
    moveid 1 0
    swapid 1 2
    clear
    """#
    // More arguments than a command can have.
    + "\ncount" + String(repeating: " Artist x", count: 45) + "\nnonsense"
    + String(repeating: " x", count: 100)
}
