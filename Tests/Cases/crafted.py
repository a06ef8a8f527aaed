"""Files that were made to hurt a reader."""
from lib import *


def add(t):
    good = basic("Fine") + mp3(1)
    t.file("crafted/fine.mp3", good, title="Fine")
    t.file("crafted/claims-256mb.mp3", id3(T("TIT2", "Small"), pad=900, size=0x0FFFFFFF), fails=["truncated"])
    t.file("crafted/claims-then-audio.mp3", id3(T("TIT2", "Small"), pad=100, size=0x0FFFFFF0) + mp3(1), fails=["truncated"])
    t.file("crafted/frame-claims.mp3", id3(T("TIT2", "Fine"), fr("TPE1", b"\x03Big", size=0x0FFFFFFF)) + mp3(1), title="Fine")
    bomb = zlib.compress(b"\x03" + b"A" * (96 << 20), 9)
    t.file("crafted/bomb.mp3", id3(fr("TIT2", ss(96 << 20 & 0x0FFFFFFF) + bomb, flags=b"\0\x09"), T("TPE1", "Lantern Club")) + mp3(1), artists=["Lantern Club"],
           absent=["title"], differs={"mutagen": {"title": "unpacks all of it"}})
    small = zlib.compress(b"\x03Honest and Small", 9)
    t.file("crafted/packed.mp3", id3(fr("TIT2", ss(17) + small, flags=b"\0\x09"), T("TPE1", "Lantern Club")) + mp3(1), title="Honest and Small", artists=["Lantern Club"])
    t.file("crafted/packed-v23.mp3", id3(fr("TIT2", struct.pack(">I", 17) + zlib.compress(b"\0Honest and Small", 9), 3, flags=b"\0\x80"), ver=3) + mp3(1), title="Honest and Small")
    t.file("crafted/secret.mp3", id3(fr("TIT2", b"\x01" + b"\x03Hidden", flags=b"\0\x04"), T("TPE1", "Lantern Club")) + mp3(1), absent=["title"], artists=["Lantern Club"])
    t.file("crafted/many-frames.mp3", id3(*[T("TIT2", "T%d" % i) for i in range(20_000)]) + mp3(1), title="T0")
    head = atom("ftyp", b"M4A \0\0\2\0M4A ")
    deep = b""
    for _ in range(6000):
        deep = atom("moov", deep)
    t.file("crafted/deep.m4a", head + deep, fails=["notAudio"])
    t.file("crafted/zero-size.m4a", head + struct.pack(">I4s", 0, b"moov") + struct.pack(">I4s", 0, b"udta") + bytes(64), fails=["notAudio"])
    t.file("crafted/size-4.m4a", head + struct.pack(">I4s", 4, b"moov") * 400, fails=["notAudio"])
    t.file("crafted/zero-data.m4a", lambda: m4a_ilst(atom("©nam", struct.pack(">I4sII", 0, b"data", 1, 0) + b"Looping")
                                                     + atom("----", atom("mean", bytes(4), b"x"), struct.pack(">I4s", 0, b"name")), seconds=2), ms=2000, tolerance=60)
    t.file("crafted/comments-claim.flac", flac(raw_vc=vcomment(["TITLE=Fine"], count=0xFFFFFFFF), seconds=1), title="Fine",
           differs={"mutagen": {"title": "refuses the file"}})
    t.file("crafted/comment-claims.flac", flac(raw_vc=struct.pack("<I", 4) + b"test" + struct.pack("<II", 2, 10) + b"TITLE=Fine" + struct.pack("<I", 1 << 30), seconds=1),
           title="Fine", differs={"mutagen": {"title": "refuses the file"}})
    t.file("crafted/ape-claims.mp3", mp3(1) + b"APETAGEX" + struct.pack("<IIII", 2000, 0xFFFFFFF0, 0xFFFFFFFF, 0) + bytes(8), ms=1000, tolerance=60)
    t.file("crafted/wav-loop.wav", wav(pcm(1), pre=b"junk" + struct.pack("<I", 0) + b"LIST" + struct.pack("<I", 4) + b"INFO"), ms=1000)
    t.file("crafted/empty.mp3", b"", fails=["empty"])
    t.file("crafted/shopping.mp3", b"This is a shopping list, not a song.\n" * 40, fails=["notAudio"])
    t.file("crafted/page.ogg", b"<!DOCTYPE html><html><title>404</title></html>\n", fails=["notAudio"])
    t.file("crafted/really-flac.mp3", flac([("TITLE", "Really FLAC")], seconds=1), title="Really FLAC", codec="flac", frames=44100)
    t.file("crafted/no-name", flac([("TITLE", "Nameless")], seconds=1), title="Nameless", codec="flac")
    film = lambda: _through(
        lambda s, d: ["ffmpeg", "-nostdin", "-v", "error", "-i", s, "-f", "lavfi", "-i", "color=c=blue:s=32x32:d=1", "-c:a", "aac", "-c:v", "mpeg4",
                      "-fflags", "+bitexact", "-flags", "+bitexact", "-threads", "1", "-shortest", "-f", "mp4", "-y", d], tone(1), ".mp4")
    t.file("crafted/film.mp4", film, fails=["video"])
    t.file("crafted/pictures-of-chapters.m4b", film, ms=1000, tolerance=60)
    t.file("crafted/sound-only.mp4", lambda: m4a({"\xa9nam": ["Sound"]}, seconds=1), title="Sound")


from lib import _through  # noqa: E402
