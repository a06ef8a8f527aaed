"""Sounds, tags and containers made from nothing: sine tones, invented names, hand-made bytes."""
import base64, functools, io, math, os, random, struct, subprocess, sys, tempfile, zlib

# ---------------------------------------------------------------- audio

def pcm(seconds, rate=44100, ch=1, bits=16, freq=440, amp=0.3, flt=False):
    n = round(seconds * rate)
    out = bytearray()
    if flt:
        for i in range(n):
            out += struct.pack("<f", amp * math.sin(2 * math.pi * freq * i / rate)) * ch
    elif bits == 8:
        for i in range(n):
            out += bytes([128 + round(100 * amp * math.sin(2 * math.pi * freq * i / rate))]) * ch
    else:
        top, w = (1 << (bits - 1)) - 1, bits // 8
        for i in range(n):
            v = round(top * amp * math.sin(2 * math.pi * freq * i / rate))
            out += v.to_bytes(w, "little", signed=True) * ch
    return bytes(out)


def chunk(cid, body, size=None, pad=True):
    return cid + struct.pack("<I", len(body) if size is None else size) + body + (b"\0" if pad and len(body) % 2 else b"")


def wav(data, rate=44100, ch=1, bits=16, fmt=1, pre=b"", post=b"", data_size=None, riff_size=None, ext=False):
    al = ch * bits // 8
    f = struct.pack("<HHIIHH", 0xFFFE if ext else fmt, ch, rate, rate * al, al, bits)
    if ext:
        f += struct.pack("<HHI", 22, bits, 0) + struct.pack("<H", fmt) + bytes.fromhex("000000001000800000aa00389b71")
    body = b"WAVE" + chunk(b"fmt ", f) + pre + chunk(b"data", data, data_size) + post
    return b"RIFF" + struct.pack("<I", len(body) if riff_size is None else riff_size) + body


def aiff(data_le, rate=44100, ch=1, bits=16, chunks=b""):
    w = bits // 8
    be = b"".join(data_le[i:i + w][::-1] for i in range(0, len(data_le), w))
    e = rate.bit_length() - 1
    rate80 = struct.pack(">HQ", 16383 + e, rate << (63 - e))
    comm = struct.pack(">hIh", ch, len(be) // (w * ch), bits) + rate80
    ssnd = struct.pack(">II", 0, 0) + be
    def c(i, b):
        return i + struct.pack(">I", len(b)) + b + (b"\0" if len(b) % 2 else b"")
    body = b"AIFF" + c(b"COMM", comm) + c(b"SSND", ssnd) + chunks
    return b"FORM" + struct.pack(">I", len(body)) + body


def aiff_chunk(cid, body):
    return cid + struct.pack(">I", len(body)) + body + (b"\0" if len(body) % 2 else b"")


def _run(cmd, inp=None):
    r = subprocess.run(cmd, input=inp, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if r.returncode:
        sys.exit("make-cases: %s failed: %s" % (cmd[0], r.stderr.decode(errors="replace")[-400:]))
    return r.stdout


def _through(cmd_of, inp, suffix):
    with tempfile.TemporaryDirectory() as d:
        src, dst = os.path.join(d, "in.wav"), os.path.join(d, "out" + suffix)
        with open(src, "wb") as f:
            f.write(inp)
        _run(cmd_of(src, dst))
        with open(dst, "rb") as f:
            return f.read()


def _ff(src, dst, *opts):
    return ["ffmpeg", "-nostdin", "-v", "error", "-fflags", "+bitexact", "-i", src, "-map_metadata", "-1",
            "-fflags", "+bitexact", "-flags:a", "+bitexact", "-threads", "1", *opts, "-y", dst]


@functools.lru_cache(None)
def tone(seconds, rate=44100, ch=1, bits=16, freq=440, amp=0.3):
    return wav(pcm(seconds, rate, ch, bits, freq, amp), rate, ch, bits)


@functools.lru_cache(None)
def mp3(seconds=2, rate=44100, ch=1, kbps=64, freq=440, xing=False, amp=0.3, vbr=None):
    q = ["-q:a", str(vbr)] if vbr is not None else ["-b:a", "%dk" % kbps]
    return _through(lambda s, d: _ff(s, d, "-c:a", "libmp3lame", *q, "-reservoir", "0", "-write_xing",
                                     "1" if xing else "0", "-id3v2_version", "0", "-write_id3v1", "0", "-f", "mp3"),
                    tone(seconds, rate, ch, 16, freq, amp), ".mp3")


@functools.lru_cache(None)
def flac_raw(seconds=2, rate=44100, ch=1, bits=16, freq=440):
    fmt = [] if bits == 16 else ["-sample_fmt", "s32", "-bits_per_raw_sample", str(bits)]
    return _through(lambda s, d: _ff(s, d, "-c:a", "flac", *fmt, "-f", "flac"), tone(seconds, rate, ch, bits, freq), ".flac")


@functools.lru_cache(None)
def m4a_raw(seconds=2, rate=44100, ch=1, codec="aac", freq=440, opts=()):
    o = ["-c:a", codec] + (["-b:a", "48k"] if codec == "aac" else [])
    return _through(lambda s, d: _ff(s, d, *o, *opts, "-f", "ipod"), tone(seconds, rate, ch, 16, freq), ".m4a")


@functools.lru_cache(None)
def ogg_raw(seconds=2, rate=44100, ch=1, serial=7, freq=440):
    return _through(lambda s, d: ["oggenc", "-Q", "-q", "1", "--serial", str(serial), "-o", d, s],
                    tone(seconds, rate, ch, 16, freq), ".ogg")


@functools.lru_cache(None)
def opus_raw(seconds=2, rate=48000, ch=1, serial=9, freq=440):
    return _through(lambda s, d: ["opusenc", "--quiet", "--bitrate", "24", "--serial", str(serial), s, d],
                    tone(seconds, rate, ch, 16, freq), ".opus")


@functools.lru_cache(None)
def wv_raw(seconds=2, rate=44100, ch=1):
    return _through(lambda s, d: _ff(s, d, "-c:a", "wavpack", "-f", "wv"), tone(seconds, rate, ch), ".wv")


def dsf(seconds=1, ch=2, tag=b""):
    rate, blk = 2822400, 4096
    n = int(rate * seconds)
    per = -(-n // 8 // blk) * blk
    data = b"\x69" * (per * ch)
    meta = 28 + 52 + 12 + len(data)
    d = b"DSD " + struct.pack("<QQQ", 28, meta + len(tag), meta if tag else 0)
    f = b"fmt " + struct.pack("<QIIIIIIQII", 52, 1, 0, 2, ch, rate, 1, n, blk, 0)
    return d + f + b"data" + struct.pack("<Q", 12 + len(data)) + data + tag


# MP3 frame walk (layer III only), to know the true length of what was built
_BR1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
_BR2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]


def mp3_seconds(data):
    i, t = 0, 0.0
    while i + 4 <= len(data):
        h = struct.unpack(">I", data[i:i + 4])[0]
        if h >> 21 != 0x7FF:
            i += 1
            continue
        v, br, sr, pad = (h >> 19) & 3, (h >> 12) & 15, (h >> 10) & 3, (h >> 9) & 1
        one = v == 3
        rate = [44100, 48000, 32000][sr] // (1 if one else 2 if v == 2 else 4)
        n = (144 if one else 72) * (_BR1 if one else _BR2)[br] * 1000 // rate + pad
        t += (1152 if one else 576) / rate
        i += n
    return t


# ---------------------------------------------------------------- ID3, APE, Lyrics3

def ss(n):
    return bytes([(n >> 21) & 127, (n >> 14) & 127, (n >> 7) & 127, n & 127])


def enc_text(s, enc):
    if isinstance(s, bytes):
        return s
    return {0: lambda: s.encode("latin-1"), 1: lambda: b"\xff\xfe" + s.encode("utf-16-le"),
            2: lambda: s.encode("utf-16-be"), 3: lambda: s.encode("utf-8")}[enc]()


def fr(fid, body, ver=4, flags=b"\0\0", size=None, plain=False):
    n = len(body) if size is None else size
    if ver == 2:
        return fid.encode() + struct.pack(">I", n)[1:] + body
    return fid.encode() + (struct.pack(">I", n) if ver == 3 or plain else ss(n)) + flags + body


def T(fid, s, enc=None, ver=4, **kw):
    enc = (3 if ver == 4 else 1) if enc is None else enc
    return fr(fid, bytes([enc]) + enc_text(s, enc), ver, **kw)


def TXXX(desc, s, enc=3, ver=4):
    z = b"\0\0" if enc in (1, 2) else b"\0"
    return fr("TXXX", bytes([enc]) + enc_text(desc, enc) + z + enc_text(s, enc), ver)


def APIC(data, mime="image/png", kind=3, ver=4):
    return fr("APIC", b"\0" + mime.encode() + b"\0" + bytes([kind]) + b"\0" + data, ver)


def id3(*frames, ver=4, flags=0, pad=0, size=None, body=None):
    b = b"".join(frames) if body is None else body
    b += b"\0" * pad
    return b"ID3" + bytes([ver, 0, flags]) + ss(len(b) if size is None else size) + b


def unsync(b):
    out = bytearray()
    for i, x in enumerate(b):
        out.append(x)
        if x == 0xFF and (i + 1 == len(b) or b[i + 1] == 0 or b[i + 1] >= 0xE0):
            out.append(0)
    return bytes(out)


def basic(title, artist="Lantern Club", album="Paper Boats", ver=4, enc=None, more=()):
    return id3(T("TIT2", title, enc, ver), T("TPE1", artist, enc, ver), T("TALB", album, enc, ver), *more, ver=ver)


def id3v1(title=b"", artist=b"", album=b"", year=b"", comment=b"", track=0, genre=255):
    def f(x, n):
        x = x if isinstance(x, bytes) else x.encode("latin-1")
        return x[:n].ljust(n, b"\0")
    c = f(comment, 28) + b"\0" + bytes([track]) if track else f(comment, 30)
    return b"TAG" + f(title, 30) + f(artist, 30) + f(album, 30) + f(year, 4) + c + bytes([genre])


def ape(items, header=True):
    body = b""
    for k, v in items:
        v = v if isinstance(v, bytes) else v.encode()
        body += struct.pack("<II", len(v), 0) + k.encode() + b"\0" + v
    def block(flags):
        return b"APETAGEX" + struct.pack("<IIII", 2000, len(body) + 32, len(items), flags) + bytes(8)
    return (block(0xA0000000) if header else b"") + body + block(0x80000000 if header else 0)


def lyrics3(text="(no words)"):
    f = b"IND" + b"00002" + b"10" + b"LYR" + b"%05d" % len(text) + text.encode()
    body = b"LYRICSBEGIN" + f
    return body + b"%06d" % len(body) + b"LYRICS200"


# ---------------------------------------------------------------- FLAC, Ogg, pictures

def png(w=8, h=8, rgb=(20, 90, 160), noise=None):
    rows = bytearray()
    rnd = random.Random(noise) if noise is not None else None
    for _ in range(h):
        rows += b"\0" + (rnd.randbytes(w * 3) if rnd else bytes(rgb) * w)
    def c(i, b):
        return struct.pack(">I", len(b)) + i + b + struct.pack(">I", zlib.crc32(i + b))
    return (b"\x89PNG\r\n\x1a\n" + c(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 2, 0, 0, 0))
            + c(b"IDAT", zlib.compress(bytes(rows), 1 if rnd else 9)) + c(b"IEND", b""))


def picture_block(data, mime="image/png", kind=3, desc="", w=8, h=8, size=None):
    d = desc.encode()
    return (struct.pack(">II", kind, len(mime)) + mime.encode() + struct.pack(">I", len(d)) + d
            + struct.pack(">IIIII", w, h, 24, 0, len(data) if size is None else size) + data)


def vcomment(comments, vendor="segue", count=None):
    out = struct.pack("<I", len(vendor)) + vendor.encode()
    out += struct.pack("<I", len(comments) if count is None else count)
    for c in comments:
        b = c if isinstance(c, bytes) else c.encode() if isinstance(c, str) else ("%s=%s" % c).encode()
        out += struct.pack("<I", len(b)) + b
    return out


def flac(comments=(), pics=(), seconds=2, rate=44100, ch=1, bits=16, raw_vc=None, freq=440):
    src = flac_raw(seconds, rate, ch, bits, freq)
    i, info, last = 4, None, False
    while not last:
        t, n = src[i], int.from_bytes(src[i + 1:i + 4], "big")
        if t & 127 == 0:
            info = src[i + 4:i + 4 + n]
        last = bool(t & 128)
        i += 4 + n
    blocks = [(0, info), (4, raw_vc if raw_vc is not None else vcomment(list(comments)))] + [(6, p) for p in pics]
    out = b"fLaC"
    for k, (t, b) in enumerate(blocks):
        out += bytes([t | (128 if k == len(blocks) - 1 else 0)]) + len(b).to_bytes(3, "big") + b
    return out + src[i:]


def _ogg_tag(kind, raw, comments):
    f = io.BytesIO(raw)
    o = kind(f)
    o.tags.clear()
    for k, v in comments:
        o.tags.append((k, v))
    f.seek(0)
    o.save(f, padding=lambda _: 0)
    return f.getvalue()


def ogg(comments=(), **kw):
    from mutagen.oggvorbis import OggVorbis
    return _ogg_tag(OggVorbis, ogg_raw(**kw), comments)


def opus(comments=(), **kw):
    from mutagen.oggopus import OggOpus
    return _ogg_tag(OggOpus, opus_raw(**kw), comments)


_CRC = []
for _i in range(256):
    _r = _i << 24
    for _ in range(8):
        _r = ((_r << 1) ^ 0x04C11DB7) & 0xFFFFFFFF if _r & 0x80000000 else (_r << 1) & 0xFFFFFFFF
    _CRC.append(_r)


def ogg_crc(b):
    r = 0
    for x in b:
        r = ((r << 8) & 0xFFFFFFFF) ^ _CRC[((r >> 24) ^ x) & 255]
    return r


def ogg_pages(data):
    i, out = 0, []
    while i < len(data):
        segs = data[i + 26]
        n = 27 + segs + sum(data[i + 27:i + 27 + segs])
        out.append(bytearray(data[i:i + n]))
        i += n
    return out


def ogg_fix(page):
    page[22:26] = b"\0\0\0\0"
    page[22:26] = struct.pack("<I", ogg_crc(page))
    return bytes(page)


def ogg_page(serial, seq, flags, granule, body=b"", lacing=None):
    lac = lacing if lacing is not None else bytes([255] * (len(body) // 255) + ([len(body) % 255] if body else []))
    return ogg_fix(bytearray(b"OggS\0" + bytes([flags]) + struct.pack("<qII", granule, serial, seq) + b"\0\0\0\0"
                             + bytes([len(lac)]) + lac + body))


def ogg_packet(serial, seq, flags, granule, body, fix=ogg_fix):
    """Pages for one packet, and the number of the next page. Another `fix` leaves out the checksums of a huge one."""
    lacing, out = bytes([255] * (len(body) // 255) + [len(body) % 255]), []
    for at in range(0, len(lacing), 255):
        part = lacing[at:at + 255]
        page = bytearray(b"OggS\0" + bytes([flags | (1 if at else 0)]) + struct.pack("<qII", granule, serial, seq) + b"\0\0\0\0" + bytes([len(part)]) + part)
        out.append(fix(page + body[at * 255:at * 255 + sum(part)]))
        seq, flags = seq + 1, 0
    return b"".join(out), seq


def ogg_huge(comments):
    """Ogg Vorbis whose comment packet is huge: parts of a true file around it."""
    pages = ogg_pages(ogg_raw(seconds=1))
    packet, _ = ogg_packet(7, 1, 0, 0, b"\3vorbis" + comments + b"\1", fix=bytes)
    return bytes(pages[0]) + packet + b"".join(bytes(p) for p in pages[2:])


def ogg_flac(raw_vc, seconds=1):
    """FLAC in Ogg with these comments; all of its sound is in one packet."""
    src = flac_raw(seconds)
    info, i, last = src[8:42], 4, False
    while not last:
        last = bool(src[i] & 128)
        i += 4 + int.from_bytes(src[i + 1:i + 4], "big")
    out, seq = ogg_packet(5, 0, 2, 0, b"\x7fFLAC\1\0\0\1fLaC\0\0\0\x22" + info)
    for granule, body in ((0, b"\x84" + len(raw_vc).to_bytes(3, "big") + raw_vc), (44100 * seconds, src[i:])):
        pages, seq = ogg_packet(5, seq, 0, granule, body)
        out += pages
    return out


# ---------------------------------------------------------------- ASF

@functools.lru_cache(None)
def wma_raw(seconds=1):
    return _through(lambda s, d: _ff(s, d, "-c:a", "wmav2", "-f", "asf"), tone(seconds), ".wma")


def wma(tags):
    from mutagen.asf import ASF, ASFByteArrayAttribute
    f = io.BytesIO(wma_raw())
    o = ASF(f)
    for k, v in tags.items():
        o.tags[k] = [ASFByteArrayAttribute(v)] if isinstance(v, bytes) else [v]
    f.seek(0)
    o.save(f, padding=lambda _: 0)
    return f.getvalue()


def asf_picture(data, mime="image/png", kind=3):
    return bytes([kind]) + struct.pack("<I", len(data)) + (mime + "\0\0").encode("utf-16-le") + data


# ---------------------------------------------------------------- MP4

def atom(name, *kids, size=None):
    b = b"".join(kids)
    return struct.pack(">I", len(b) + 8 if size is None else size) + (name if isinstance(name, bytes) else name.encode("latin-1")) + b


def m4a(tags=None, raw=None, **kw):
    from mutagen.mp4 import MP4
    f = io.BytesIO(raw if raw is not None else m4a_raw(**kw))
    o = MP4(f)
    if o.tags is None:
        o.add_tags()
    o.tags.clear()
    for k, v in (tags or {}).items():
        o.tags[k] = v
    f.seek(0)
    o.save(f, padding=lambda _: 0)
    return f.getvalue()


@functools.lru_cache(None)
def m4b_chapters(titles, seconds=2, opts=()):
    """An M4B with chapters of one length, in a track of text and, without `opts`, in Nero's list."""
    with tempfile.TemporaryDirectory() as d:
        about = os.path.join(d, "about")
        with open(about, "w") as f:
            f.write(";FFMETADATA1\n")
            for i, title in enumerate(titles):
                f.write("[CHAPTER]\nTIMEBASE=1/1000\nSTART=%d\nEND=%d\ntitle=%s\n"
                        % (i * seconds * 1000 // len(titles), (i + 1) * seconds * 1000 // len(titles), title))
        return _through(lambda s, o: ["ffmpeg", "-nostdin", "-v", "error", "-i", s, "-i", about, "-map", "0:a",
                                      "-map_chapters", "1", "-c:a", "aac", "-fflags", "+bitexact", "-flags:a", "+bitexact", "-threads", "1",
                                      *opts, "-f", "ipod", "-y", o], tone(seconds), ".m4b")


def m4a_ilst(ilst_body, **kw):
    """An M4A whose ilst holds exactly these bytes. moov comes last, so no chunk offset moves."""
    raw = m4a_raw(**kw)
    i, out = 0, []
    while i < len(raw):
        n, name = struct.unpack(">I4s", raw[i:i + 8])
        out.append((name, raw[i + 8:i + n]))
        i += n
    assert out[-1][0] == b"moov"
    kids, j, moov = [], 0, out[-1][1]
    while j < len(moov):
        n, name = struct.unpack(">I4s", moov[j:j + 8])
        if name != b"udta":
            kids.append(moov[j:j + n])
        j += n
    hdlr = atom("hdlr", bytes(8), b"mdirappl", bytes(9))
    udta = atom("udta", atom("meta", bytes(4), hdlr, atom("ilst", ilst_body)))
    return b"".join(atom(n, b) for n, b in out[:-1]) + atom("moov", *kids, udta)


def data_atom(value, kind=1):
    v = value if isinstance(value, bytes) else value.encode()
    return atom("data", struct.pack(">II", kind, 0), v)
