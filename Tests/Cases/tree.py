"""A tree of names, links, playlists and cue sheets that scanners get wrong, with what is right for each.

A row has `path` (base64 of the bytes below OUT/music) and a `status`: `item` with its `title` and `seconds`; `reported` with the
class that the report must give; `silent`, neither item nor word; `covered`, a file that is heard as tracks of a sheet alone;
`playlist` with its `entries` in order, null for one that is not there; `sheet` with its `tracks`. `says` is what the report must
say of a playlist or sheet, where it must say something, and `report` the status that it must give an item. With `--seen`, `seen` is what
other readers say of an item; `differs` why they say something else, by reader and field.
"""
import base64, json, os, socket

from lib import *


# Of a name and a beginning that disagree, mutagen believes the name.
DIFFERS = {"mutagen": {"title": "takes it for the MP3 that its name claims", "seconds": "takes it for the MP3 that its name claims"}}


class Tree:
    def __init__(self, out):
        self.top, self.rows = os.fsencode(os.path.join(out, "music")), []
        os.makedirs(self.top)

    def row(self, name, status, **values):
        name = name if isinstance(name, bytes) else name.encode()
        def written(value):
            if isinstance(value, bytes):
                return base64.b64encode(value).decode()
            return [written(v) for v in value] if isinstance(value, list) else value
        self.rows.append({"path": written(name), "status": status, **{k: written(v) for k, v in values.items()}})
        path = os.path.join(self.top, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def put(self, name, data, status, **values):
        with open(self.row(name, status, **values), "wb") as file:
            file.write(data)

    def song(self, name, title, seconds=1, **values):
        """FLAC whatever it is called: names are what is tried here."""
        self.put(name, flac([("TITLE", title), ("ARTIST", "Lantern Club")], seconds=seconds), "item", title=title, seconds=seconds, **values)

    def list(self, name, text, entries, **values):
        self.put(name, text if isinstance(text, bytes) else text.encode(), "playlist",
                 entries=[e.encode() if isinstance(e, str) else e for e in entries], **values)

    def sheet(self, name, text, tracks, **values):
        self.put(name, text if isinstance(text, bytes) else text.encode(), "sheet", tracks=tracks, **values)


def names(t):
    for name, title in [
        (b"names/latin \xe9\xe8.flac", "Latin-1"), (b"names/latin \\xE9\\xE8.flac", "As a URI writes Latin-1"),
        (b"names/overlong \xc0\xaf.flac", "Overlong"), (b"names/surrogate \xed\xa0\x80.flac", "Surrogate"),
        (b"names/cut off \xe2\x82", "Cut off, without an extension"), (b"names/half \xffdir\xfe/in it.flac", "In a folder of bytes"),
        (b"names/two\nlines.flac", "Two lines"), (b"names/OK\nACK [5@0] {} x\n.flac", "An answer"), (b"names/return\r.flac", "Return"),
        (b"names/tab\tbell\x07.flac", "Tab"), (b"names/\x1b[31mred\x1b]0;t\x07.flac", "Escapes"), (b"names/\x7f.flac", "Delete"),
        ("names/next\u0085line.flac".encode(), "C1"), ("names/\u202egnp.flac".encode(), "Turned round"), ("names/\ufeffmark.flac".encode(), "Mark"),
        (b"names/-rf.flac", "Dash"), (b"names/--help/--version.flac", "Options"), (b"names/ blank .flac ", "Blanks"), (b"  two blanks  ", "Blanks at the top"), (b"-", "A dash at the top"), ("\u0301accent".encode(), "An accent on a slash"),
        ("names/\u200d\ufe0f.flac".encode(), "Joiners alone"), (b"names/\xe9", "One byte"), 
        (b"names/a\"b'c\\d`e$f.flac", "Quotes"), (b"names/%41 %2F 100%.flac", "Percent"), (b"names/# a hash?.flac", "Hash"),
        (b"names/file:/x.flac", "A scheme"), (b"names/*?[a]{b}.flac", "Pattern"), (b"names/track0001", "Like a track"), (b"names/id:17", "Like an id"),
        ("names/nfc \u00e9.flac".encode(), "Composed"), ("names/nfd e\u0301.flac".encode(), "Decomposed"),
        (b"names/" + b"n" * 250 + b".flac", "255 bytes"), (b"names/" + "\u5149".encode() * 85, "255 bytes of Han"),
        (b"names/folder.mp3/in a folder called so.mp3", "In a folder called so"), (b"names/UPPER.FLAC", "Upper case"),
    ]:
        t.song(name, title, **({"differs": DIFFERS} if name.endswith(b".mp3") else {}))
    # The longest paths that the kernel takes have 4,095 bytes. What lies deeper cannot be opened by its name.
    deep = b"deep"
    while len(t.top) + len(deep) + 201 < 4000:
        deep += b"/" + b"d" * 200
    t.song(deep + b"/" + b"e" * (3999 - len(t.top) - len(deep) - 7) + b".flac", "4,000 bytes")
    folder = os.open(os.path.join(t.top, deep), os.O_DIRECTORY)
    for _ in range(2):
        os.mkdir(b"f" * 200, dir_fd=folder)
        folder = os.open(b"f" * 200, os.O_DIRECTORY, dir_fd=folder)
    with open(os.open(b"too deep.flac", os.O_CREAT | os.O_WRONLY, dir_fd=folder), "wb") as file:
        file.write(b"never read")
    t.rows.append({"path": base64.b64encode(deep + (b"/" + b"f" * 200) * 2).decode(), "status": "reported", "class": "tooLong"})


def files(t):
    t.put("files/empty.mp3", b"", "reported", **{"class": "empty"})
    t.put("files/text.ogg", b"Not a sound in it.\n" * 40, "reported", **{"class": "notAudio"})
    t.put("files/page.mp3", b"<!DOCTYPE html><html><body>404</body></html>", "reported", **{"class": "notAudio"})
    for name in ("notes.txt", "cover.jpg", "rip.log", "data.bin", "no extension", ".hidden.flac", ".. .flac", "._song.flac", ".dir/song.flac", "Thumbs.db"):
        t.put("files/" + name, b"Not a sound in it.\n", "silent")
    t.put("files/untagged.wav", wav(pcm(1)), "item", seconds=1, report="untagged")
    t.put("files/replaced.mp3", id3(T("TIT2", b"R\xff\xfeplaced", 3), T("TPE1", "Lantern Club")) + mp3(1), "item", title="R\ufffd\ufffdplaced", seconds=1,
          report="replacedBytes", differs={"mutagen": {"title": "refuses the frame"}})
    t.song("files/really flac.mp3", "By its content", differs=DIFFERS)
    os.mkfifo(t.row("files/pipe.mp3", "reported", **{"class": "pipe"}))
    os.mkfifo(t.row("files/pipe.txt", "silent"))
    os.mkfifo(t.row("files/pipe", "silent"))
    # A name as short as an address of a socket must be.
    here = os.getcwd()
    os.chdir(os.path.dirname(t.row("files/socket.flac", "reported", **{"class": "socket"})))
    socket.socket(socket.AF_UNIX).bind("socket.flac")
    os.chdir(here)
    for name, target, kind in [("self.mp3", "self.mp3", "loop"), ("gone.mp3", "nowhere", "brokenLink")]:
        os.symlink(target, t.row("files/" + name, "reported", **{"class": kind}))
    os.symlink("..", t.row("files/up", "silent"))
    os.symlink(".", t.row("files/here", "silent"))
    os.symlink("../names", t.row("files/again", "silent"))


def lists(t):
    for name, title in [("one.flac", "One"), ("Zwei.flac", "Two"), ("sub/tr\u00e9s.flac", "Three"), ("sub/100% [live] #4 & more.flac", "Four"), ("sub/five;six.flac", "Five")]:
        t.song("lists/" + name, title)
    one, two, three, four, five = ("lists/" + n for n in ("one.flac", "Zwei.flac", "sub/tr\u00e9s.flac", "sub/100% [live] #4 & more.flac", "sub/five;six.flac"))
    t.list("lists/windows.m3u8", "\ufeff#EXTM3U\r\n#EXTINF:1,Three\r\nsub\\tr\u00e9s.flac\r\n\r\n# a remark\r\n.\\ONE.FLAC\r\nD:\\Music\\lists\\sub\\five;six.flac\r\n..\\lists\\zwei.flac",
           [three, one, five, two])
    t.list("lists/sub/up.m3u", b"../one.flac\n/lists/Zwei.flac\n/mnt/old disk/lists/sub/five;six.flac\n100%25%20%5Blive%5D%20%234%20%26%20more.flac\ntr\xe9s.flac\n", [one, two, five, four, three])
    t.list("lists/decomposed.m3u", "sub/tre\u0301s.flac\nSUB/TR\u00c9S.FLAC\nfile:///srv/lists/sub/tr%C3%A9s.flac\n", [three] * 3)
    t.list("lists/broken.m3u", "#EXTM3U\n#EXTINF:200,Nobody - Gone\ngone/nowhere.flac\none.flac\nhttp://radio.example/stream\n", [None, one, None],
           says="Its entry gone/nowhere.flac is not in the library.")
    t.list("lists/order.pls", "[playlist]\r\nFile2=Zwei.flac\r\nTitle2=Two\r\nFile1=sub\\tr\u00e9s.flac\r\nLength1=1\r\nNumberOfEntries=2\r\nVersion=2\r\n", [three, two])
    t.list("lists/escapes.xspf", '<?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>'
           "<track><location>sub/100%25%20%5Blive%5D%20%234%20&amp;%20more.flac</location></track><track><location>sub/tr%C3%A9s.flac</location></track>"
           "<track><location>file:///elsewhere.flac</location></track><track><title>no place</title></track></trackList></playlist>", [four, three, None],
           says="Its entry file:///elsewhere.flac is not in the library.")
    t.list("lists/entities.xspf", '<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
           "<playlist><trackList><track><location>&b;&c;</location></track></trackList></playlist>", [], says="It is no XSPF that Segue can read.")
    t.list("lists/empty.m3u", "", [])
    t.list(b"lists/bytes \xff.m3u", b"\xfd\xfe.flac\n\xfc.flac\n../names/latin \xe9\xe8.flac\n", [None, None, b"names/latin \xe9\xe8.flac"],
           says="2 of its 3 entries are not in the library; the first is \\xFD\\xFE.flac.")


def sheets(t):
    head = 'PERFORMER "Lantern Club"\nTITLE "Paper Boats"\nREM DATE 2004\n'
    side = lambda n: 'FILE "side %d.wav" WAVE\n' % n
    def track(n, title, *places):
        return '  TRACK %02d AUDIO\n    TITLE "%s"\n' % (n, title) + "".join("    INDEX %02d %s\n" % p for p in places)
    def discs(folder, *seconds):
        for n, length in enumerate(seconds, 1):
            t.put("%s/side %d.flac" % (folder, n), flac([("TITLE", "All of side %d" % n)], seconds=length), "covered")
    # Several files, all called WAV and all FLAC; the second track of each starts behind its pre-gap.
    discs("sheets/sides", 6, 5)
    t.sheet("sheets/sides/Paper Boats.cue", head + side(1) + track(1, "Slipway", (1, "00:00:00")) + track(2, "Lock Keeper", (0, "00:02:70"), (1, "00:03:37"))
            + side(2) + track(3, "Estuary", (1, "00:00:15")) + track(4, "Shingle", (1, "00:04:00")),
            [["Slipway", 0, 3.493], ["Lock Keeper", 3.493, 2.507], ["Estuary", 0.2, 3.8], ["Shingle", 4, 1]])
    # The pre-gap of the second track ends the first file; its sound begins the second.
    discs("sheets/gap", 3, 3)
    t.sheet("sheets/gap/gap.cue", head + side(1) + track(1, "Before", (1, "00:00:00")) + track(2, "Behind", (0, "00:02:00")) + side(2) + "    INDEX 01 00:00:00\n",
            [["Before", 0, 3], ["Behind", 0, 3]])
    # One of two files is missing: what is there is heard.
    discs("sheets/half", 3)
    t.sheet("sheets/half/half.cue", head + side(1) + track(1, "There", (1, "00:00:00")) + side(2) + track(2, "Missing", (1, "00:00:00")), [["There", 0, 3]],
            says="Its file side 2.wav is not there.")
    text = head + 'FILE "whatever.ape" WAVE\n' + track(1, "Own one", (1, "00:00:00")) + track(2, "Own two", (1, "00:01:00"))
    t.put("sheets/embedded.flac", flac([("TITLE", "All"), ("CUESHEET", text)], seconds=3), "sheet", tracks=[["Own one", 0, 1], ["Own two", 1, 2]])
    t.put("sheets/both.flac", flac([("TITLE", "All"), ("CUESHEET", text)], seconds=3), "covered")
    t.sheet("sheets/both.cue", head + 'FILE "both.flac" WAVE\n' + track(1, "Beside", (1, "00:00:00")), [["Beside", 0, 3]])
    t.put("sheets/russian.flac", flac([], seconds=3), "covered")
    t.sheet("sheets/russian.cue", ('PERFORMER "Егор Тишин"\nTITLE "Письма на льду"\nFILE "russian.flac" WAVE\n' + track(1, "Первое письмо", (1, "00:00:00"))
            + track(2, "Зимняя дорога", (1, "00:01:00"))).encode("cp1251"), [["Первое письмо", 0, 1], ["Зимняя дорога", 1, 2]])
    t.put(b"sheets/bytes \xe9.flac", flac([], seconds=2), "covered")
    t.sheet(b"sheets/bytes \xe9.cue", b'\xef\xbb\xbfFILE "bytes \xe9.flac" WAVE\r\n' + track(1, "Bytes", (1, "00:00:00")).encode(), [["Bytes", 0, 2]])
    t.song("sheets/long.flac", "Not touched")
    t.sheet("sheets/nowhere.cue", head + 'FILE "nowhere.flac" WAVE\n' + track(1, "Nothing", (1, "00:00:00")), [], says="Its file nowhere.flac is not there.")
    t.sheet("sheets/no track.cue", "REM nothing in it\n", [], says="There is no track in this cue sheet.")


def make(out, isSeen):
    tree = Tree(out)
    for part in (names, files, lists, sheets):
        part(tree)
    for row in tree.rows if isSeen else []:
        if row["status"] == "item":
            import second
            row["seen"] = second.read(os.path.join(tree.top, base64.b64decode(row["path"])), True)
    with open(os.path.join(out, "expected.json"), "w") as file:
        json.dump(tree.rows, file, indent=1, ensure_ascii=False)
