"""How long files play whose headers are missing, wrong or not all there is to say."""
from lib import *


def add(t):
    mpeg(t)
    xiph(t)
    waves(t)
    movies(t)


def frames(*seconds_rates):
    return b"".join(mp3(s, kbps=k, freq=220 + k) for s, k in seconds_rates)


def with_xing(data, count=None, size=None, delay=None, padding=None):
    """The frames with a header frame before them that has these numbers."""
    first = data[:4]
    n = 144 * 64000 // 44100
    flags = (1 if count is not None else 0) | (2 if size is not None else 0)
    side = 17
    frame = first + bytes(side) + b"Info" + struct.pack(">I", flags)
    frame += b"" if count is None else struct.pack(">I", count)
    frame += b"" if size is None else struct.pack(">I", size)
    if delay is not None:
        frame += b"LAME3.100" + bytes(12) + ((delay << 12) | padding).to_bytes(3, "big") + bytes(12)
    return frame.ljust(n + (first[2] >> 1 & 1), b"\0") + data


def count(data):
    return round(mp3_seconds(data) * 44100 / 1152)


def mpeg(t):
    quiet, loud = frames((4, 32), (4, 320)), frames((4, 320), (4, 32))
    why = {"ffprobe": {"seconds": "guesses by the first frames' rate"}, "mutagen": {"seconds": "guesses by the first frames' rate"}}
    t.file("mpeg/quiet-then-loud.mp3", quiet, ms=round(mp3_seconds(quiet) * 1000), tolerance=30, differs=why)
    t.file("mpeg/loud-then-quiet.mp3", loud, ms=round(mp3_seconds(loud) * 1000), tolerance=30, differs=why)
    t.file("mpeg/with-header.mp3", lambda: mp3(8, vbr=5, xing=True), ms=8000, frames=352800, delay=576,
           differs={"ffprobe": {"seconds": "counts what the encoder put around the music"}})
    plain = mp3(5)
    n = count(plain)
    t.file("mpeg/constant.mp3", plain, ms=round(mp3_seconds(plain) * 1000), tolerance=30)
    good = with_xing(plain, n, len(plain) + 209, 576, 700)
    t.file("mpeg/header.mp3", good, frames=n * 1152 - 1276, delay=576, padding=700,
           differs={"ffprobe": {"seconds": "counts what the encoder put around the music"}})
    t.file("mpeg/cut-off.mp3", good[:len(good) // 2], ms=round(mp3_seconds(good[209:len(good) // 2]) * 1000), tolerance=50, delay=None,
           differs={"ffprobe": {"seconds": "believes the header"}, "mutagen": {"seconds": "believes the header"}})
    t.file("mpeg/header-too-short.mp3", with_xing(plain, n // 4, len(plain) // 4), ms=round(n * 1152 / 44.1), tolerance=50,
           differs={"ffprobe": {"seconds": "believes the header"}, "mutagen": {"seconds": "believes the header"}})
    t.file("mpeg/header-empty.mp3", with_xing(plain), ms=round(n * 1152 / 44.1), tolerance=50)
    t.file("mpeg/header-zero.mp3", with_xing(plain, 0, 0), ms=round(n * 1152 / 44.1), tolerance=50)
    t.file("mpeg/appended.mp3", good + good, ms=round(2 * n * 1152 / 44.1), tolerance=80,
           differs={"ffprobe": {"seconds": "believes the first header"}, "mutagen": {"seconds": "believes the first header"}})
    rubbish = bytes(3000) + b"rubbish" * 400
    t.file("mpeg/rubbish-before.mp3", rubbish + plain, ms=round(mp3_seconds(plain) * 1000), tolerance=50,
           differs={"ffprobe": {"seconds": "counts the rubbish"}, "mutagen": {"seconds": "counts the rubbish"}})
    t.file("mpeg/low-rate.mp3", lambda: mp3(4, rate=16000, kbps=24), ms=4000, tolerance=110, rate=16000)
    t.file("mpeg/long.mp3", lambda: mp3(10, rate=8000, kbps=8) * 360, ms=round(mp3_seconds(mp3(10, rate=8000, kbps=8)) * 360_000), tolerance=1500)
    t.file("mpeg/layer-two.mp2", lambda: _through(lambda s, d: _ff(s, d, "-c:a", "mp2", "-b:a", "128k"), tone(3), ".mp2"), ms=3000, tolerance=50, codec="mp2")


def xiph(t):
    t.file("xiph/opus-16k.opus", lambda: opus([], seconds=3, rate=16000), ms=3000, tolerance=5, frames=144000)
    t.file("xiph/opus-44k.opus", lambda: opus([], seconds=3, rate=44100, ch=2), ms=3000, tolerance=5, channels=2)
    t.file("xiph/vorbis.ogg", lambda: ogg([], seconds=3), ms=3000, frames=132300)
    chain = lambda a, b: a + b
    t.file("xiph/chained.ogg", lambda: chain(ogg_raw(2), ogg_raw(3, serial=8, freq=300)), ms=5000, frames=220500,
           differs={"mutagen": {"seconds": "reads the last of the streams"}, "ffprobe": {"seconds": "reads the last of the streams"}})
    t.file("xiph/chained.opus", lambda: chain(opus_raw(2), opus_raw(3, serial=8, freq=300)), ms=5000, tolerance=5,
           differs={"mutagen": {"seconds": "reads the last of the streams"}, "ffprobe": {"seconds": "reads the last of the streams"}})
    t.file("xiph/chained-rates.ogg", lambda: chain(ogg_raw(2), ogg_raw(2, rate=22050, serial=8)), ms=4000, tolerance=5,
           differs={"mutagen": {"seconds": "reads the last of the streams"}, "ffprobe": {"seconds": "reads the last of the streams"}})
    t.file("xiph/rubbish-behind.ogg", lambda: ogg_raw(2) + b"rubbish" * 300, ms=2000, frames=88200)
    t.file("xiph/cut-off.ogg", lambda: cut(ogg_raw(20), 0.5), ms=None)
    t.file("xiph/late.opus", lambda: late(opus_raw(4)), ms=3000, tolerance=1100,
           differs={"mutagen": {"seconds": "counts what came before"}})
    src = flac([], seconds=3)
    unknown = bytearray(src)
    unknown[21] &= 0xF0
    unknown[22:26] = bytes(4)
    t.file("xiph/unknown.flac", bytes(unknown), ms=3000, frames=None, tolerance=110, differs={"mutagen": {"seconds": "is told none"}, "ffprobe": {"seconds": "is told none"}})
    t.file("xiph/whole.flac", src, ms=3000, frames=132300)
    t.file("xiph/cut-off.flac", src[:len(src) // 2], ms=1500, tolerance=250, differs={"mutagen": {"seconds": "believes the header"}, "ffprobe": {"seconds": "believes the header"}})
    t.file("xiph/tag-behind.flac", src + id3v1("Behind", "", ""), title="Behind", frames=132300, differs={"mutagen": {"title": "reads no ID3 in FLAC"}})


def cut(data, share):
    return data[:int(len(data) * share)]


def late(data):
    """As a recorder has it that came a second late: positions do not begin with 0."""
    pages = ogg_pages(data)
    return b"".join(bytes(p) for p in pages[:2]) + b"".join(bytes(p) for p in pages[3:])


def waves(t):
    p = pcm(3)
    for name, data, riff in (("ffffffff", 0xFFFFFFFF, 0xFFFFFFFF), ("zero", 0, 0), ("7ffff000", 0x7FFFF000, 0x7FFFF024), ("honest", None, None)):
        t.file("waves/%s.wav" % name, wav(p, data_size=data, riff_size=riff), ms=3000, frames=132300,
               differs={"mutagen": {"seconds": "believes the size"}} if data is not None else {})
    t.file("waves/riff-zero.wav", wav(p, riff_size=0), ms=3000, frames=132300)
    t.file("waves/cut-off.wav", wav(p)[:-len(p) // 2], ms=1500, tolerance=1, differs={"mutagen": {"seconds": "believes the size"}})
    t.file("waves/extensible.wav", wav(pcm(1, bits=24), bits=24, ext=True), ms=1000, frames=44100, codec="pcm", bits=24)
    t.file("waves/float.wav", wav(pcm(1, flt=True), bits=32, fmt=3), ms=1000, frames=44100, codec="pcm", bits=32)
    t.file("waves/odd-chunk.wav", wav(p, pre=chunk(b"junk", b"odd")), ms=3000, frames=132300)
    t.file("waves/aiff.aiff", aiff(p), ms=3000, frames=132300, codec="pcm")
    t.file("waves/wavpack.wv", lambda: wv_raw(3), ms=3000, frames=132300)


def movies(t):
    def edited(lead, cut_ms):
        raw = bytearray(m4a_raw(seconds=4))
        i = raw.index(b"elst")
        n, length, start = struct.unpack(">Iii", raw[i + 8:i + 20])
        assert n == 1
        raw[i + 12:i + 20] = struct.pack(">ii", length - cut_ms, start + lead)
        return bytes(raw)

    t.file("movies/whole.m4a", lambda: m4a_raw(seconds=4), ms=4000, tolerance=1, channels=1)
    t.file("movies/start-cut.m4a", lambda: edited(44100, 1000), ms=3000, tolerance=1,
           differs={"mutagen": {"seconds": "reads no edit list"}, "ffprobe": {"seconds": "gives the movie's length"}})
    t.file("movies/end-cut.m4a", lambda: edited(0, 1500), ms=2500, tolerance=1,
           differs={"mutagen": {"seconds": "reads no edit list"}, "ffprobe": {"seconds": "gives the movie's length"}})
    t.file("movies/alac.m4a", lambda: m4a_raw(seconds=2, codec="alac"), ms=2000, frames=88200, codec="alac")
    t.file("movies/stereo.m4a", lambda: m4a_raw(seconds=2, ch=2), ms=2000, tolerance=1, channels=2)
    fragments = ("-movflags", "frag_keyframe+empty_moov+default_base_moof", "-frag_duration", "500000")
    t.file("movies/fragments.m4a", lambda: m4a_raw(seconds=4, opts=fragments), ms=4000, tolerance=50,
           differs={"mutagen": {"seconds": "reads no fragments"}})
    smpb = " 00000000 00000400 00000200 %016X" % 176400
    t.file("movies/gapless.m4a", lambda: m4a({"----:com.apple.iTunes:iTunSMPB": [smpb.encode()]}, seconds=4), ms=4000, frames=176400, delay=1024, padding=512)
    t.file("movies/chapters.m4b", lambda: chapters(), chapters=[[0, None, "One"], [1500, None, "Two ż"]], long=["chapters"])


def chapters():
    """Nero's list of chapters; moov comes last, so no chunk offset moves."""
    raw = m4a_raw(seconds=4)
    body = b"\x01\0\0\0" + bytes(4) + b"\x02"
    for ms, name in ((0, "One"), (1500, "Two ż")):
        body += struct.pack(">QB", ms * 10000, len(name.encode())) + name.encode()
    i = raw.rindex(b"moov") - 4
    kids = raw[i + 8:]
    return raw[:i] + atom("moov", kids, atom("udta", atom("chpl", body)))


from lib import _ff, _through  # noqa: E402
