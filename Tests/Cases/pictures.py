"""Pictures in tags of every kind, whole and broken."""
from lib import *


def add(t):
    p = png(24, 16)
    jpeg = b"\xff\xd8\xff\xe0" + bytes(500)
    block = picture_block(p, w=24, h=16)
    coded = base64.b64encode(block).decode()
    front = [[3, "image/png", len(p)]]
    t.file("pictures/cover.ogg", lambda: ogg([("TITLE", "Ogg"), ("METADATA_BLOCK_PICTURE", coded)], seconds=1), title="Ogg", pictures=front)
    t.file("pictures/cover.opus", lambda: opus([("TITLE", "Opus"), ("METADATA_BLOCK_PICTURE", coded)], seconds=1), title="Opus", pictures=front)
    t.file("pictures/cover.flac", flac([("TITLE", "Flac")], [block], seconds=1), title="Flac", pictures=front)
    t.file("pictures/odd.flac", flac([("TITLE", "Odd"), ("METADATA_BLOCK_PICTURE", coded)], seconds=1), title="Odd", pictures=front)
    t.file("pictures/cover.m4a", lambda: m4a({"\xa9nam": ["M4A"], "covr": [p, jpeg]}, seconds=1), title="M4A",
           pictures=[[3, "image/png", len(p)], [0, "image/jpeg", len(jpeg)]])
    t.file("pictures/cover.mp3", id3(T("TIT2", "MP3"), APIC(jpeg, "image/jpeg", 4), APIC(p, "image/png", 3)) + mp3(1), title="MP3",
           pictures=[[4, "image/jpeg", len(jpeg)], [3, "image/png", len(p)]])
    t.file("pictures/wrong-type.mp3", id3(T("TIT2", "MP3"), APIC(p, "image/jpeg")) + mp3(1), pictures=front)
    t.file("pictures/old.mp3", id3(fr("TT2", b"\0Old", 2), fr("PIC", b"\0PNG\x03\0" + p, 2), ver=2) + mp3(1), title="Old", pictures=front)
    t.file("pictures/unsync.mp3", id3(body=unsync(T("TIT2", "Unsync", 0, 3) + APIC(jpeg, "image/jpeg", 3, 3)), flags=0x80, ver=3) + mp3(1), title="Unsync",
           pictures=[[3, "image/jpeg", len(jpeg)]])
    t.file("pictures/link.mp3", id3(T("TIT2", "Link"), APIC(b"http://example.org/a.png", "-->")) + mp3(1), title="Link", pictures=[])
    t.file("pictures/empty.mp3", id3(T("TIT2", "Empty"), APIC(b"")) + mp3(1), title="Empty", pictures=[])
    t.file("pictures/no-picture.mp3", id3(T("TIT2", "Cut"), fr("APIC", b"\0image/png")) + mp3(1), title="Cut", pictures=[])
    t.file("pictures/ape.mp3", mp3(1) + ape([("Title", "Ape"), ("Cover Art (Front)", b"c.png\0" + p)]), pictures=[])
    binary = b"".join(struct.pack("<II", len(v), f) + k + b"\0" + v for k, v, f in ((b"Title", b"Ape", 0), (b"Cover Art (Front)", b"c.png\0" + p, 2)))
    foot = b"APETAGEX" + struct.pack("<IIII", 2000, len(binary) + 32, 2, 0) + bytes(8)
    t.file("pictures/ape-binary.mp3", mp3(1) + binary + foot, title="Ape", pictures=front,
           differs={"mutagen": {"title": "reads no APE tag in an MP3"}})
    t.file("pictures/wav.wav", wav(pcm(1), post=chunk(b"id3 ", id3(T("TIT2", "Wav"), APIC(p)))), title="Wav", pictures=front)
    # Sizes that lie.
    t.file("pictures/size-lies.flac", flac([("TITLE", "Lies")], [picture_block(p, size=1 << 30)], seconds=1), title="Lies", pictures=front, frames=44100)
    t.file("pictures/size-lies.ogg", lambda: ogg([("TITLE", "Lies"), ("METADATA_BLOCK_PICTURE", base64.b64encode(picture_block(p, size=1 << 30)).decode())], seconds=1),
           title="Lies", pictures=front)
    t.file("pictures/bare.ogg", lambda: ogg([("TITLE", "Bare"), ("COVERART", base64.b64encode(p).decode())], seconds=1), title="Bare",
           pictures=[[0, "image/png", len(p)]])
    t.file("pictures/cover.wma", lambda: wma({"Title": "Asf", "WM/Picture": asf_picture(p), "WM/AlbumTitle": "Paper Boats"}), title="Asf", album="Paper Boats",
           pictures=front)
    t.file("pictures/no-base64.ogg", lambda: ogg([("TITLE", "Rubbish"), ("METADATA_BLOCK_PICTURE", "*** no picture ***")], seconds=1), title="Rubbish", pictures=[])
    t.file("pictures/fifty.flac", flac([("TITLE", "Many")], [block] * 50, seconds=1), title="Many", pictureCount=32)
    # Much larger than anything that should be read for a title.
    big = 100_000_000
    t.file("pictures/huge.mp3", lambda: id3(T("TIT2", "Before"), APIC(bytes(big), "image/png"), T("TPE1", "Behind")) + mp3(1), title="Before",
           artists=["Behind"], pictures=[[3, "image/png", big]])
    t.file("pictures/huge.flac", lambda: flac([("TITLE", "Huge")], [picture_block(p + bytes(16_000_000))], seconds=1), title="Huge",
           pictures=[[3, "image/png", len(p) + 16_000_000]])
    t.file("pictures/huge.m4a", lambda: m4a_ilst(atom("covr", data_atom(bytes(big), 14)) + atom("©nam", data_atom("Huge")), seconds=1), title="Huge",
           pictures=[[3, "image/png", big]])
    big = 40_000_000
    t.file("pictures/huge.ogg", lambda: ogg_huge(vcomment([("TITLE", "Huge"), ("METADATA_BLOCK_PICTURE",
           base64.b64encode(picture_block(p + bytes(big))).decode()), ("ARTIST", "Behind")])), title="Huge", artists=["Behind"],
           pictures=[[3, "image/png", len(p) + big]])
    t.file("pictures/huge.wma", lambda: wma({"Title": "Huge", "WM/Picture": asf_picture(p + bytes(big)), "WM/AlbumTitle": "Behind"}), title="Huge",
           album="Behind", pictures=[[3, "image/png", len(p) + big]])
    binary = [struct.pack("<II", len(v), f) + k + b"\0" + v for k, v, f in ((b"Cover Art (Front)", b"c.png\0" + bytes(big), 2), (b"Title", b"Huge", 0))]
    foot = b"APETAGEX" + struct.pack("<IIII", 2000, sum(map(len, binary)) + 32, 2, 0) + bytes(8)
    t.file("pictures/huge.wv", lambda: wv_raw(1) + b"".join(binary) + foot, title="Huge", pictures=[[3, "", big]])
    t.file("pictures/huge.aiff", lambda: aiff(pcm(1), chunks=aiff_chunk(b"ID3 ", id3(T("TIT2", "Huge"), APIC(bytes(big))))), title="Huge",
           pictures=[[3, "image/png", big]])
