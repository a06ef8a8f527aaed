"""How text, numbers and dates are written in tags."""
from lib import *

A = dict(artists=["Lantern Club"], album="Paper Boats")
BRAINZ = "5b11f4ce-a62d-471e-81fc-a69a8278c%03d"


def sound():
    return mp3(1)


def tagged(*frames, ver=4, **kw):
    return id3(*frames, ver=ver, **kw) + sound()


def add(t):
    encodings(t)
    id3_texts(t)
    numbers(t)
    fields(t)
    containers(t)
    long_texts(t)


def encodings(t):
    # ID3v1 has no encoding: the bytes go on, for who knows the album.
    night = "Полночь".encode("cp1251")
    t.file("id3v1/cyrillic.mp3", sound() + id3v1(night, "Артель".encode("cp1251"), b"Plain", "1998", track=4, genre=17),
           title=night.decode("cp1252"), album="Plain", date="1998", track=4, genres=["Rock"], legacy=["title", "artists"])
    t.file("id3v1/latin.mp3", sound() + id3v1("Caf\xe9 at Five", "Lantern Club", "Paper Boats", "1998", track=5),
           title="Café at Five", track=5, legacy=["title"], **A)
    t.file("id3v1/utf8.mp3", sound() + id3v1("Żółw".encode(), "Lantern Club", "Paper Boats"), title="Żółw", legacy=[], **A,
           differs={"mutagen": {"title": "reads Latin-1 although it is UTF-8"}})
    t.file("id3v1/full.mp3", sound() + id3v1("T" * 30, "Lantern Club", "Paper Boats", "98", comment="c" * 30), title="T" * 30,
           comments=["c" * 30], absent=["date", "track"], **A, differs={"mutagen": {"date": "a year of two digits is taken"}})
    # UTF-16 with marks that are missing, wrong, doubled.
    text = "Night Ferry Ω"
    le, be = text.encode("utf-16-le"), text.encode("utf-16-be")
    plain = [T("TPE1", "Lantern Club", 0, 3), T("TALB", "Paper Boats", 0, 3)]
    for name, body, why in (
            ("little-unmarked", b"\x01" + le, None), ("big-unmarked", b"\x01" + be, "takes no text without a mark"),
            ("little", b"\x01\xff\xfe" + le, None), ("big", b"\x01\xfe\xff" + be, None),
            ("big-declared", b"\x02" + be, None), ("little-declared-big", b"\x02\xff\xfe" + le, "keeps the mark as a letter"),
            ("odd-byte", b"\x01\xff\xfe" + le + b"\0", None), ("declared-latin", b"\x00\xff\xfe" + le, "reads UTF-16 as Latin-1"),
            ("ended", b"\x01\xff\xfe" + le + b"\0\0", None), ("mark-twice", b"\x01\xff\xfe\xff\xfe" + le, "keeps the second mark")):
        differs = {"mutagen": {"title": why}} if why else {}
        t.file("utf16/%s.mp3" % name, tagged(fr("TIT2", body, 3), *plain, ver=3), title=text, replaced=0, differs=differs, **A)
    swapped = "Night Ferry"
    t.file("utf16/mark-lies.mp3", tagged(fr("TIT2", b"\x01\xff\xfe" + swapped.encode("utf-16-be"), 3), *plain, ver=3), title=swapped,
           differs={"mutagen": {"title": "believes the mark"}}, **A)
    t.file("utf16/half-pair.mp3", tagged(fr("TIT2", b"\x01\xff\xfe" + b"A\0\x3d\xd8B\0", 3), *plain, ver=3), title="A\ufffdB", replaced=2,
           differs={"mutagen": {"title": "drops a frame with half a pair"}}, **A)
    # What is declared Latin-1 and is not, and the other way around.
    t.file("latin/windows.mp3", tagged(fr("TIT2", b"\0\x93Quoted\x94 \x96 \x80", 3), *plain, ver=3), title="“Quoted” – €", legacy=["title"],
           differs={"mutagen": {"title": "reads Latin-1, where these are controls"}}, **A)
    t.file("latin/cyrillic-frame.mp3", tagged(fr("TIT2", b"\0" + night, 3), *plain, ver=3), title=night.decode("cp1252"), legacy=["title"], **A)
    t.file("latin/utf8-in-it.mp3", tagged(fr("TIT2", b"\0" + "Gęś".encode(), 3), *plain, ver=3), title="Gęś", legacy=[],
           differs={"mutagen": {"title": "reads Latin-1"}}, **A)
    t.file("latin/no-encoding-byte.mp3", tagged(fr("TIT2", b"Bare text", 3), *plain, ver=3), title="Bare text",
           differs={"mutagen": {"title": "drops a frame without its byte"}}, **A)
    t.file("utf8/not-utf8.mp3", tagged(fr("TIT2", b"\x03Caf\xe9!"), T("TPE1", "Lantern Club"), T("TALB", "Paper Boats")), title="Caf\ufffd!",
           replaced=1, differs={"mutagen": {"title": "drops the frame"}}, **A)
    t.file("utf8/marked.mp3", tagged(fr("TIT2", b"\x03\xef\xbb\xbfMarked"), T("TPE1", "Lantern Club"), T("TALB", "Paper Boats")), title="Marked",
           replaced=0, differs={"mutagen": {"title": "keeps the mark"}}, **A)
    raw = vcomment([b"TITLE=Caf\xe9", "ARTIST=Lantern Club", "ALBUM=Paper Boats"])
    t.file("utf8/vorbis.flac", flac(raw_vc=raw, seconds=1), title="Caf\ufffd", replaced=1, **A)
    t.file("utf8/vorbis.oga", ogg_flac(raw), title="Caf\ufffd", replaced=1, ms=1000, frames=44100, bits=16, codec="flac", **A)
    t.file("utf8/vorbis.ogg", lambda: b"".join(bytes(p) for p in ogg_pages(ogg_raw(1))[:1])
           + ogg_packet(7, 1, 0, 0, b"\3vorbis" + raw + b"\1")[0] + b"".join(bytes(p) for p in ogg_pages(ogg_raw(1))[2:]), title="Caf\ufffd", replaced=1, **A,
           differs={"ffprobe": {"seconds": "finds no header behind the comments"}})
    t.file("utf8/atoms.m4a", lambda: m4a_ilst(atom("\xa9nam", data_atom(b"Caf\xe9")) + atom("\xa9ART", data_atom("Lantern Club".encode("utf-16-be"), 2))
           + atom("\xa9alb", data_atom("Paper Boats")) + atom("----", atom("mean", bytes(4), b"com.apple.iTunes"), atom("name", bytes(4), b"MOOD"), data_atom(b"H\xe9")),
           seconds=1), title="Caf\ufffd", replaced=2, moods=["H\ufffd"], **A, differs={"mutagen": {"title": "drops it", "artists": "takes UTF-16 for UTF-8"}})
    t.file("utf8/ape.mp3", sound() + ape([("Title", b"Caf\xe9"), ("Artist", "Lantern Club"), ("Album", "Paper Boats")]), title="Caf\ufffd", replaced=1, **A,
           differs={"mutagen": dict.fromkeys(["title", "artists", "album"], "reads no APE tag in an MP3")})
    info = chunk(b"LIST", b"INFO" + chunk(b"INAM", b"Caf\xe9\0") + chunk(b"IART", "Gęś\0".encode()))
    t.file("latin/info.wav", wav(pcm(1), post=info), title="Café", artists=["Gęś"], legacy=["title"], ms=1000, frames=44100,
           differs={"mutagen": dict.fromkeys(["title", "artists"], "reads no LIST INFO")})
    t.file("utf8/controls.mp3", tagged(T("TIT2", "\ufeff \x1b[1mA\x07\x9f\r\nB\u2028 \xa0"), T("TPE1", "Lantern Club"), T("TALB", "\x01\x02")),
           title="[1mA B", artists=["Lantern Club"], absent=["album"], differs={"mutagen": dict.fromkeys(["title", "album"], "keeps controls")})


def id3_texts(t):
    body = T("TIT2", "Sof\xffa \xff\xe0 Long", 0, 3) + T("TPE1", "Lantern Club", 1, 3) + T("TALB", "Paper Boats", 1, 3) + T("TRCK", "7", 0, 3)
    t.file("unsync/v23.mp3", id3(body=unsync(body), flags=0x80, ver=3) + sound(), title="Sof\xffa \xff\xe0 Long", track=7, **A)
    old = b"".join(fr(n, b"\0" + x.encode("latin-1"), 2) for n, x in (("TT2", "Old \xff\xe0"), ("TP1", "Lantern Club"), ("TAL", "Paper Boats"), ("TRK", "2/9")))
    t.file("unsync/v22.mp3", id3(body=unsync(old), flags=0x80, ver=2) + sound(), title="Old \xff\xe0", track=2, trackCount=9, **A)
    t.file("unsync/v24-frame.mp3", id3(fr("TIT2", unsync(b"\x01\xff\xfe" + "Ωx".encode("utf-16-le")), flags=b"\0\x02"), T("TPE1", "Lantern Club"),
                                       T("TALB", "Paper Boats")) + sound(), title="Ωx", **A)
    t.file("unsync/v24-tag.mp3", id3(fr("TIT2", unsync(b"\x01\xff\xfe" + "Ωx".encode("utf-16-le")), flags=b"\0\x02"), T("TPE1", "Lantern Club"),
                                     T("TALB", "Paper Boats"), flags=0x80) + sound(), title="Ωx", **A)
    t.file("id3/extended-v23.mp3", id3(body=struct.pack(">IHI", 6, 0, 0) + T("TIT2", "Extended", 0, 3) + T("TPE1", "Lantern Club", 0, 3)
                                       + T("TALB", "Paper Boats", 0, 3), flags=0x40, ver=3) + sound(), title="Extended", **A)
    t.file("id3/extended-v24.mp3", id3(body=ss(6) + b"\x01\0" + T("TIT2", "Extended") + T("TPE1", "Lantern Club") + T("TALB", "Paper Boats"),
                                       flags=0x40) + sound(), title="Extended", **A)
    t.file("id3/plain-sizes-v24.mp3", tagged(T("TIT2", "T" * 200, plain=True), T("TPE1", "Lantern Club", plain=True), T("TALB", "Paper Boats", plain=True)),
           title="T" * 200, **A)
    t.file("id3/empty-frame.mp3", tagged(fr("TCOM", b"", 3), T("TIT2", "Behind", 0, 3), T("TPE1", "Lantern Club", 0, 3), T("TALB", "Paper Boats", 0, 3), ver=3),
           title="Behind", **A)
    t.file("id3/old-names.mp3", tagged(T("TT2\0", "Short names", 0, 3), T("TP1\0", "Lantern Club", 0, 3), T("TAL\0", "Paper Boats", 0, 3), ver=3),
           title="Short names", **A)
    t.file("id3/twice.mp3", tagged(T("TIT2", "First"), T("TIT2", "Second"), T("TPE1", "A"), T("TPE1", "B"), T("TPE1", "A")), title="First",
           artists=["A", "B"])
    t.file("id3/two-tags.mp3", basic("Outer") + id3(T("TIT2", "Inner"), T("TRCK", "4")) + sound(), title="Outer", track=4, **A,
           differs={"mutagen": {"track": "reads the first tag only"}})
    end = id3(T("TIT2", "At the end"), T("TRCK", "4"), flags=0x10)
    footed = end + b"3DI" + end[3:10]
    t.file("id3/at-end.mp3", sound() + footed, title="At the end", track=4,
           differs={"mutagen": dict.fromkeys(["title", "track"], "looks for a tag at the start only")})
    t.file("id3/at-both-ends.mp3", basic("Front") + sound() + footed + id3v1("Old", "Older"), title="Front", track=4, **A,
           differs={"mutagen": {"track": "looks for a tag at the start only"}})
    # Several values.
    t.file("values/zero.mp3", tagged(T("TIT2", "Duet"), T("TPE1", "Mira Solvei\0Old Harbour"), T("TCON", "Folk\0Chamber Pop"), T("TCOM", "C\0D")),
           title="Duet", artists=["Mira Solvei", "Old Harbour"], genres=["Folk", "Chamber Pop"], composers=["C", "D"])
    t.file("values/zero-utf16.mp3", tagged(T("TIT2", "Trio", 1), fr("TPE1", b"\x01" + b"\0\0".join(enc_text(x, 1) for x in ("Á", "B", "Ç")))),
           title="Trio", artists=["Á", "B", "Ç"])
    t.file("values/ended.mp3", tagged(T("TIT2", "Solo\0"), T("TPE1", "Mira Solvei\0"), T("TALB", "Paper Boats\0\0")), title="Solo", artists=["Mira Solvei"],
           album="Paper Boats")
    t.file("values/slash-v23.mp3", tagged(T("TPE1", "Mira Solvei/Old Harbour", ver=3), T("TCOM", "Ann Lee/Bo Ek", ver=3), T("TIT2", "This/That", ver=3), ver=3),
           artists=["Mira Solvei", "Old Harbour"], composers=["Ann Lee", "Bo Ek"], title="This/That",
           differs={"mutagen": {"artists": "parts no names at slashes"}})
    t.file("values/slash-in-name-v23.mp3", tagged(T("TPE1", "AC/DC", ver=3), T("TIT2", "Slashed", ver=3), ver=3), artists=["AC/DC"], title="Slashed")
    t.file("values/slash-v24.mp3", tagged(T("TPE1", "Left Bank/Right Bank"), T("TIT2", "Slashed")), artists=["Left Bank/Right Bank"], title="Slashed")
    for name, ver, raw, want in (
            ("number", 3, "(17)", ["Rock"]), ("two", 3, "(51)(39)", ["Techno-Industrial", "Noise"]), ("refined", 3, "(4)Eurodisco", ["Disco", "Eurodisco"]),
            ("plain", 4, "17", ["Rock"]), ("text", 4, "Baroque Pop", ["Baroque Pop"]), ("bracket", 3, "((I can)", ["(I can)"]),
            ("same", 3, "(17)Rock", ["Rock"]), ("remix", 3, "(RX)(CR)", ["Remix", "Cover"]), ("unknown", 3, "(251)", ["251"]),
            ("aside", 3, "(sort of) Folk", ["(sort of) Folk"]), ("open", 3, "(17", ["(17"]), ("both", 3, "(9)((Metal)", ["Metal", "(Metal)"]),
            ("list", 4, "17\0(20)\0Own", ["Rock", "Alternative", "Own"])):
        why = {"unknown": "calls it Unknown"}.get(name)
        t.file("genres/%s.mp3" % name, tagged(T("TIT2", name, 0, ver), T("TCON", raw, 0, ver), ver=ver), title=name, genres=want,
               differs={"mutagen": {"genres": why}} if why else {})


def numbers(t):
    for name, ver, frames, date in (
            ("day", 4, [T("TDRC", "2004-11-09")], "2004-11-09"), ("time", 4, [T("TDRC", "2004-11-09T18:30:00")], "2004-11-09"),
            ("month", 4, [T("TDRC", "2004-11")], "2004-11"), ("year", 3, [T("TYER", "1987", 0, 3)], "1987"),
            ("split", 3, [T("TYER", "1987", 0, 3), T("TDAT", "0302", 0, 3)], "1987-02-03"), ("split-back", 3, [T("TDAT", "0302", 0, 3), T("TYER", "1987", 0, 3)], "1987-02-03"),
            ("no-day", 3, [T("TYER", "1987", 0, 3), T("TDAT", "9999", 0, 3)], "1987"), ("tyer-in-24", 4, [T("TYER", "1987")], "1987"),
            ("release", 4, [T("TDRL", "2010")], "2010"), ("nonsense", 4, [T("TDRC", "0000-00-00")], None), ("words", 4, [T("TDRC", "last summer")], None),
            ("packed", 4, [T("TDRC", "20041109")], "2004-11-09"), ("impossible", 4, [T("TDRC", "2004-02-31")], "2004-02")):
        why = {"release": "reads no TDRL as a date", "nonsense": "keeps nonsense", "words": "keeps words", "packed": "reads it as a year",
               "tyer-in-24": None, "impossible": "knows no calendar", "no-day": "believes the day", "time": "keeps the time"}.get(name)
        row = dict(title=name, date=date) if date else dict(title=name, absent=["date"])
        t.file("dates/%s.mp3" % name, tagged(T("TIT2", name, 0, ver), *frames, ver=ver), differs={"mutagen": {"date": why}} if why else {}, **row)
    t.file("dates/original.mp3", tagged(T("TDRC", "2011"), T("TDOR", "1969-09-26")), date="2011", originalDate="1969-09-26")
    t.file("dates/original-v23.mp3", tagged(T("TYER", "2011", 0, 3), T("TORY", "1969", 0, 3), ver=3), date="2011", originalDate="1969")
    t.file("dates/vorbis.ogg", lambda: ogg([("TITLE", "Flower"), ("DATE", "1999-05"), ("ORIGINALDATE", "1971-02-03")], seconds=1), title="Flower", date="1999-05",
           originalDate="1971-02-03")
    for name, text, row in (
            ("slash", "3/12", dict(track=3, trackCount=12)), ("zeros", "007", dict(track=7)), ("blanks", " 5 ", dict(track=5)),
            ("none-of", "0/18", dict(absent=["track"], trackCount=18)), ("side", "A1", dict(absent=["track", "trackCount"])), ("empty", "", dict(absent=["track"])),
            ("point", "1.05", dict(absent=["track"])), ("spaced", "4 / 9", dict(track=4, trackCount=9)), ("huge", "99999999999", dict(absent=["track"])),
            ("minus", "-3", dict(absent=["track"])), ("none-in-all", "3/0", dict(track=3, absent=["trackCount"]))):
        t.file("tracks/%s.mp3" % name, tagged(T("TIT2", name), T("TRCK", text, 0)), title=name, **row)
    t.file("tracks/disc.mp3", tagged(T("TRCK", "2/9"), T("TPOS", "1/2"), T("TSST", "Side one")), track=2, trackCount=9, disc=1, discCount=2, discSubtitle="Side one")
    for byte, stars in ((0, None), (1, 2), (13, 1), (64, 4), (128, 6), (186, 7), (196, 8), (255, 10)):
        frame = fr("POPM", b"Windows Media Player 9 Series\0" + bytes([byte]) + struct.pack(">I", 12))
        t.file("ratings/popm-%d.mp3" % byte, tagged(frame), **(dict(rating=stars) if stars else dict(absent=["rating"])))
    for n, (key, text, stars) in enumerate((("RATING", "80", 8), ("RATING", "4", 8), ("RATING", "0", None), ("FMPS_RATING", "0.7", 7), ("FMPS_RATING", "-1", None),
                                            ("RATING:me@example.org", "0.9", 9), ("RATING", "1.0", 10))):
        t.file("ratings/vorbis-%d.flac" % n, flac([(key, text)], seconds=1), **(dict(rating=stars) if stars is not None else dict(absent=["rating"])))


def fields(t):
    mb = lambda n: BRAINZ % n
    everything = dict(
        composers=["C"], performers=["P (flute)"], conductors=["K"], labels=["Quay"], moods=["calm"], grouping="G", work="W", movement="M", movementNumber=2,
        titleSort="ts", artistSort="as", albumSort="ls", albumArtistSort="aas", composerSort="cs", discSubtitle="D", originalDate="1969", tempo=96,
        compilation=True, comments=["Note"], trackGain=-6.2, trackPeak=0.9, albumGain=1.5, mbTrack=mb(1), mbAlbum=mb(2), mbArtists=[mb(3), mb(4)],
        mbAlbumArtists=[mb(5)], mbReleaseGroup=mb(6), mbReleaseTrack=mb(7), mbWork=mb(8))
    vorbis = [("COMPOSER", "C"), ("PERFORMER", "P (flute)"), ("CONDUCTOR", "K"), ("LABEL", "Quay"), ("MOOD", "calm"), ("GROUPING", "G"), ("WORK", "W"),
              ("MOVEMENTNAME", "M"), ("MOVEMENT", "2"), ("TITLESORT", "ts"), ("ARTISTSORT", "as"), ("ALBUMSORT", "ls"), ("ALBUMARTISTSORT", "aas"),
              ("COMPOSERSORT", "cs"), ("DISCSUBTITLE", "D"), ("ORIGINALYEAR", "1969"), ("BPM", "96"), ("COMPILATION", "1"), ("DESCRIPTION", "Note"),
              ("REPLAYGAIN_TRACK_GAIN", "-6.20 dB"), ("REPLAYGAIN_TRACK_PEAK", "0.9"), ("REPLAYGAIN_ALBUM_GAIN", "1.50 dB"), ("MUSICBRAINZ_TRACKID", mb(1)),
              ("MUSICBRAINZ_ALBUMID", mb(2).upper()), ("MUSICBRAINZ_ARTISTID", mb(3)), ("MUSICBRAINZ_ARTISTID", mb(4)), ("MUSICBRAINZ_ALBUMARTISTID", mb(5)),
              ("MUSICBRAINZ_RELEASEGROUPID", mb(6)), ("MUSICBRAINZ_RELEASETRACKID", mb(7)), ("MUSICBRAINZ_WORKID", mb(8))]
    t.file("everything/vorbis.flac", flac(vorbis, seconds=1), **everything)
    t.file("everything/vorbis.ogg", lambda: ogg(vorbis, seconds=1), **everything)
    items = [(k, v) for k, v in vorbis if k != "MUSICBRAINZ_ARTISTID"] + [("MUSICBRAINZ_ARTISTID", mb(3) + "\0" + mb(4))]
    t.file("everything/ape.mp3", sound() + ape(items), **everything)
    t.file("everything/id3.mp3", tagged(
        T("TCOM", "C"), T("TMCL", "flute\0P"), T("TPE3", "K"), T("TPUB", "Quay"), T("TMOO", "calm"), T("GRP1", "G"), TXXX("WORK", "W"), T("MVNM", "M"), T("MVIN", "2/4"),
        T("TSOT", "ts"), T("TSOP", "as"), T("TSOA", "ls"), T("TSO2", "aas"), T("TSOC", "cs"), T("TSST", "D"), T("TDOR", "1969"), T("TBPM", "96"), T("TCMP", "1"),
        fr("COMM", b"\x03eng\0Note"), TXXX("REPLAYGAIN_TRACK_GAIN", "-6.20 dB"), TXXX("replaygain_track_peak", "0.9"), TXXX("REPLAYGAIN_ALBUM_GAIN", "1.50 dB"),
        fr("UFID", b"http://musicbrainz.org\0" + mb(1).encode()), TXXX("MusicBrainz Album Id", mb(2)), TXXX("MusicBrainz Artist Id", mb(3) + "\0" + mb(4)),
        TXXX("MusicBrainz Album Artist Id", mb(5)), TXXX("MusicBrainz Release Group Id", mb(6)), TXXX("MusicBrainz Release Track Id", mb(7)),
        TXXX("MusicBrainz Work Id", mb(8))), **everything)
    free = lambda name, *v: {"----:com.apple.iTunes:" + name: [x.encode() for x in v]}
    atoms = {"\xa9wrt": ["C"], "\xa9grp": ["G"], "\xa9wrk": ["W"], "\xa9mvn": ["M"], "\xa9mvi": [2], "sonm": ["ts"], "soar": ["as"], "soal": ["ls"], "soaa": ["aas"],
             "soco": ["cs"], "tmpo": [96], "cpil": True, "\xa9cmt": ["Note"], **free("PERFORMER", "P (flute)"), **free("CONDUCTOR", "K"), **free("LABEL", "Quay"),
             **free("MOOD", "calm"), **free("DISCSUBTITLE", "D"), **free("ORIGINALDATE", "1969"), **free("replaygain_track_gain", "-6.20 dB"),
             **free("replaygain_track_peak", "0.9"), **free("replaygain_album_gain", "1.50 dB"), **free("MusicBrainz Track Id", mb(1)),
             **free("MusicBrainz Album Id", mb(2)), **free("MusicBrainz Artist Id", mb(3), mb(4)), **free("MusicBrainz Album Artist Id", mb(5)),
             **free("MusicBrainz Release Group Id", mb(6)), **free("MusicBrainz Release Track Id", mb(7)), **free("MusicBrainz Work Id", mb(8))}
    t.file("everything/mp4.m4a", lambda: m4a(atoms, seconds=1), **everything)
    volume = lambda what, gain: fr("RVA2", what.encode() + b"\0\x01" + struct.pack(">h", round(gain * 512)) + b"\x10\x7f\xff")
    t.file("gains/rva2.mp3", tagged(volume("track", -6.5), volume("album", 2)), trackGain=-6.5, albumGain=2)
    t.file("gains/rva2-weaker.mp3", tagged(volume("track", -6.5), TXXX("REPLAYGAIN_TRACK_GAIN", "-7 dB")), trackGain=-7)
    t.file("gains/opus.opus", lambda: opus([("R128_TRACK_GAIN", "-512"), ("R128_ALBUM_GAIN", "256")], seconds=1), trackGain=3, albumGain=6)
    t.file("ids/not-uuid.mp3", tagged(TXXX("MusicBrainz Album Id", "none"), fr("UFID", b"http://example.org\0" + mb(1).encode())), absent=["mbAlbum", "mbTrack"])


def containers(t):
    for name, key in (("joined", "ALBUMARTIST"), ("spaced", "ALBUM ARTIST"), ("lower", "albumartist"), ("mixed", "AlbumArtist"), ("underscore", "album_artist")):
        t.file("albumartist/%s.flac" % name, flac([("title", name), ("Artist", "Mira Solvei"), ("ALBUM", "Harbour Lights"), (key, "Various")], seconds=1), title=name,
               artists=["Mira Solvei"], album="Harbour Lights", albumArtists=["Various"], ms=1000, frames=44100)
    t.file("albumartist/ogg.ogg", lambda: ogg([("title", "ogg"), ("AlbumArtist", "Various")], seconds=1), title="ogg", albumArtists=["Various"])
    three = ape([("Title", "From APE"), ("Artist", "Ape Artist"), ("Album", "Ape Album"), ("Artists", "X\0Y"), ("Composer", "Ape Composer")])
    t.file("precedence/three.mp3", basic("From ID3v2") + sound() + three + id3v1("From ID3v1", "One Artist", "One Album", "1991"), title="From ID3v2",
           composers=["Ape Composer"], date="1991", absent=["artistDisplay"], **A)
    t.file("precedence/ape-over-v1.mp3", sound() + three + id3v1("From ID3v1", "One Artist", "One Album", "1991"), title="From APE", artists=["X", "Y"],
           artistDisplay="Ape Artist", album="Ape Album", differs={"mutagen": dict.fromkeys(["title", "artists", "album"], "reads no APE tag in an MP3")})
    t.file("precedence/lyrics3.mp3", lambda: mp3(1) + lyrics3() + id3v1("After words", "Lantern Club", "Paper Boats"), title="After words", ms=1018, tolerance=30, **A)
    t.file("precedence/flac-both.flac", basic("From ID3") + flac([("TITLE", "From Vorbis"), ("ARTIST", "Lantern Club"), ("ALBUM", "Paper Boats")], seconds=1),
           title="From Vorbis", frames=44100, **A)
    t.file("precedence/flac-id3.flac", basic("Only ID3") + flac([], seconds=1), title="Only ID3", frames=44100, **A,
           differs={"mutagen": dict.fromkeys(["title", "artists", "album"], "reads no ID3 in FLAC")})
    tag = id3(T("TIT2", "From ID3", 1, 3), T("TPE1", "Lantern Club", 1, 3), ver=3)
    info = chunk(b"LIST", b"INFO" + chunk(b"INAM", b"From INFO\0") + chunk(b"IPRD", b"Paper Boats\0"))
    t.file("precedence/wav.wav", wav(pcm(1), post=info + chunk(b"id3 ", tag)), title="From ID3", frames=44100, **A,
           differs={"mutagen": {"album": "reads no LIST INFO"}})
    t.file("precedence/aiff.aiff", aiff(pcm(1), chunks=aiff_chunk(b"NAME", b"From NAME") + aiff_chunk(b"ANNO", b"A note") + aiff_chunk(b"ID3 ", tag)), title="From ID3",
           artists=["Lantern Club"], comments=["A note"], frames=44100)
    free = lambda name, *v: atom("----", atom("mean", bytes(4), b"com.apple.iTunes"), atom("name", bytes(4), name.encode()), *[data_atom(x) for x in v])
    ilst = (atom("©nam", data_atom("Signal Fires")) + atom("©ART", data_atom("Mira & Old")) + atom("aART", data_atom("Mira")) + atom("©day", data_atom("2011-02-28T08:00:00Z"))
            + atom("trkn", data_atom(struct.pack(">HHHH", 0, 3, 11, 0), 0)) + atom("disk", data_atom(struct.pack(">HHH", 0, 1, 2), 0))
            + atom("gnre", data_atom(struct.pack(">H", 18), 0)) + free("ARTISTS", "Mira", "Old") + free("LABEL", "Quay"))
    t.file("mp4/free.m4a", lambda: m4a_ilst(ilst, seconds=2), title="Signal Fires", artists=["Mira", "Old"], artistDisplay="Mira & Old", albumArtists=["Mira"],
           date="2011-02-28", track=3, trackCount=11, disc=1, discCount=2, labels=["Quay"], genres=["Rock"], ms=2000,
           differs={"mutagen": {"artists": "gives the line", "date": "keeps the time", "track": "a pair"}})


def long_texts(t):
    words = "First line\nSecond line — ż"
    sylt = b"\x03eng\x02\x01\0" + b"".join(s.encode() + b"\0" + struct.pack(">I", ms) for ms, s in ((1000, "One"), (2500, "Two")))
    chap = lambda n, a, b, s: fr("CHAP", b"c%d\0" % n + struct.pack(">IIII", a, b, 0xFFFFFFFF, 0xFFFFFFFF) + T("TIT2", s))
    t.file("long/id3.mp3", tagged(fr("USLT", b"\x03eng\0" + words.encode()), fr("SYLT", sylt), chap(1, 0, 500, "Start"), chap(2, 500, 1000, "Rest")),
           long=["lyrics", "synchronizedLyrics", "chapters"], lyrics=words, lines=[[1000, "One"], [2500, "Two"]], chapters=[[0, 500, "Start"], [500, 1000, "Rest"]])
    lines = b"".join(x + b"\0" + struct.pack(">I", n) for x, n in ((b"One", 0), (b"Two", 1000)))
    t.file("long/sung-by-frames.mp3", tagged(fr("SYLT", b"\3eng\1\1\0" + lines)), long=["synchronizedLyrics"], lines=[[0, "One"], [26122, "Two"]])
    sheet = 'FILE "long.flac" WAVE\r\n  TRACK 01 AUDIO\r\n    INDEX 01 00:00:00\r\n'
    t.file("long/vorbis.flac", flac([("LYRICS", words), ("SYNCEDLYRICS", "[00:02.50]Two\n[00:01.00] One"), ("CUESHEET", sheet)], seconds=1),
           long=["lyrics", "synchronizedLyrics", "cueSheet"], lyrics=words, lines=[[1000, "One"], [2500, "Two"]], cueSheet=sheet.replace("\r\n", "\n"))
    t.file("long/huge.flac", flac([("LYRICS", "la la la\n" * 40_000)], seconds=1), long=["lyrics"], lyrics="la la la\n" * 40_000)
    t.file("long/ape.mp3", sound() + ape([("Lyrics", words), ("Cuesheet", sheet)]), long=["lyrics", "cueSheet"], lyrics=words)
    t.file("long/mp4.m4a", lambda: m4a({"\xa9lyr": [words]}, seconds=1), long=["lyrics"], lyrics=words)
    names = ("Ouverture", "Żółw", "Coda")
    quarter = [[0, 666, names[0]], [666, 1333, names[1]], [1333, 2000, names[2]]]
    t.file("long/chapter-track.m4b", lambda: m4b_chapters(names, opts=("-movflags", "+disable_chpl")), long=["chapters"], chapters=quarter)
    t.file("long/chapter-list.m4b", lambda: m4b_chapters(names), long=["chapters"], chapters=[[a, None, n] for a, _, n in quarter])
    t.file("long/none.mp3", tagged(T("TIT2", "Short")), long=[])
