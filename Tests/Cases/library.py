"""A library of invented music in all formats and kinds of tags, with what was written into each file."""
import random

from lib import *

WORDS = {
    "en": "Night River Stone Ghost Summer Silence Garden Broken Mirror Ocean Static Velvet Northern Paper Crown Winter".split(),
    "pl": "Źdźbło Łąka Święto Żółw Gęś Cień Miłość Śnieg Pająk Zażółć Jaźń Wiatr Dłoń Księżyc Ćma Pieśń".split(),
    "fa": "شب باران دریا خورشید سکوت پرنده ماه باغ ستاره رود آتش خاک راه".split(),
    "ru": "Ночь Река Звезда Дождь Снег Город Огонь Тишина Ветер Дорога Ёлка Поезд".split(),
    "ja": "夜 海 星 雨 桜 風 光 夢 月 さくら 東京 空 花火 時計 猫 電車".split(),
}
GENRES = ["Rock", "Jazz", "Classical", "Electronic", "Ambient", "Folk", "Metal", "Soundtrack", "Blues", "Chamber Pop"]
EMOJI = ["🌊", "👩‍🚀", "🏳️‍🌈", "❤️"]


def words(rnd, low=1, high=4):
    language = rnd.choice(list(WORDS))
    text = " ".join(rnd.choice(WORDS[language]) for _ in range(rnd.randint(low, high)))
    return text + (" " + rnd.choice(EMOJI) if rnd.random() < 0.05 else "")


def song(rnd):
    """What a file says: each field is missing now and then."""
    perhaps = lambda value, share=0.8: value if rnd.random() < share else None
    names = lambda: [words(rnd, 1, 2) for _ in range(rnd.choice([1, 1, 1, 2, 3]))]
    total = rnd.randint(5, 20)
    row = {
        "title": perhaps(words(rnd), 0.95), "artists": perhaps(list(dict.fromkeys(names()))), "album": perhaps(words(rnd)),
        "albumArtists": perhaps([words(rnd, 1, 2)], 0.4), "composers": perhaps([words(rnd, 1, 2)], 0.3),
        "genres": perhaps(rnd.sample(GENRES, rnd.choice([1, 1, 2]))), "date": perhaps(rnd.choice(["1987", "2004-11", "2011-02-28"])),
        "track": perhaps(rnd.randint(1, total)), "comments": perhaps([words(rnd)], 0.2), "compilation": perhaps(True, 0.1),
        "trackGain": perhaps(round(rnd.uniform(-15, 5), 2), 0.3), "tempo": perhaps(rnd.randint(60, 200), 0.2), "titleSort": perhaps(words(rnd), 0.1),
    }
    if row["track"]:
        row["trackCount"] = perhaps(total)
    return {name: value for name, value in row.items() if value is not None}


def pairs(row):
    """As Vorbis comments and APE items have it."""
    out = []
    for name, key in (("title", "TITLE"), ("album", "ALBUM"), ("date", "DATE"), ("titleSort", "TITLESORT")):
        if name in row:
            out.append((key, row[name]))
    for name, key in (("artists", "ARTIST"), ("albumArtists", "ALBUMARTIST"), ("composers", "COMPOSER"), ("genres", "GENRE"), ("comments", "COMMENT")):
        out += [(key, value) for value in row.get(name, [])]
    for name, key in (("track", "TRACKNUMBER"), ("trackCount", "TRACKTOTAL"), ("tempo", "BPM")):
        if name in row:
            out.append((key, str(row[name])))
    if "compilation" in row:
        out.append(("COMPILATION", "1"))
    if "trackGain" in row:
        out.append(("REPLAYGAIN_TRACK_GAIN", "%+.2f dB" % row["trackGain"]))
    return out


def frames(row, ver, enc):
    join = lambda values: "\0".join(values)
    place = lambda: str(row["track"]) + ("/%d" % row["trackCount"] if "trackCount" in row else "")
    out = []
    for name, fid, text in (
            ("title", "TIT2", lambda v: v), ("artists", "TPE1", join), ("album", "TALB", lambda v: v), ("albumArtists", "TPE2", join), ("composers", "TCOM", join),
            ("genres", "TCON", join), ("track", "TRCK", lambda v: place()), ("tempo", "TBPM", str), ("titleSort", "TSOT", lambda v: v),
            ("compilation", "TCMP", lambda v: "1")):
        if name in row:
            out.append(T(fid, text(row[name]), enc, ver))
    date = row.get("date")
    if date and ver == 4:
        out.append(T("TDRC", date, enc, ver))
    elif date:
        out.append(T("TYER", date[:4], enc, ver))
        if len(date) == 10:
            out.append(T("TDAT", date[8:] + date[5:7], enc, ver))
    if "comments" in row:
        zero = b"\0\0" if enc == 1 else b"\0"
        out.append(fr("COMM", bytes([enc]) + b"eng" + zero + enc_text(row["comments"][0], enc), ver))
    if "trackGain" in row:
        out.append(TXXX("REPLAYGAIN_TRACK_GAIN", "%+.2f dB" % row["trackGain"], enc, ver))
    return out


def mp3_file(rnd, row, ver, picture):
    enc = 1 if ver == 3 else rnd.choice([1, 3])
    if ver == 3 and len(row.get("date", "")) == 7:
        row["date"] = row["date"][:4]
    more = [APIC(picture, kind=3, ver=ver)] if picture else []
    body = b"".join(rnd.sample(frames(row, ver, enc) + more, len(frames(row, ver, enc)) + len(more)))
    isUnsync = rnd.random() < 0.2 and ver == 3
    return id3(body=unsync(body) if isUnsync else body, ver=ver, flags=0x80 if isUnsync else 0, pad=0 if isUnsync else rnd.choice([0, 100, 2000])) + mp3(1)


def m4a_file(row, picture):
    tags = {}
    for name, key in (("title", "\xa9nam"), ("album", "\xa9alb"), ("date", "\xa9day"), ("titleSort", "sonm")):
        if name in row:
            tags[key] = [row[name]]
    for name, key in (("artists", "\xa9ART"), ("albumArtists", "aART"), ("composers", "\xa9wrt"), ("genres", "\xa9gen"), ("comments", "\xa9cmt")):
        if name in row:
            tags[key] = row[name]
    if "track" in row:
        tags["trkn"] = [(row["track"], row.get("trackCount", 0))]
    if "tempo" in row:
        tags["tmpo"] = [row["tempo"]]
    if "compilation" in row:
        tags["cpil"] = True
    if "trackGain" in row:
        tags["----:com.apple.iTunes:replaygain_track_gain"] = [("%+.2f dB" % row["trackGain"]).encode()]
    if picture:
        tags["covr"] = [picture]
    return m4a(tags, seconds=1)


def ape_file(row):
    items = {}
    for key, value in pairs(row):
        items.setdefault(key, []).append(value)
    return mp3(1) + ape([(key, "\0".join(values)) for key, values in items.items()])


def add(table, count, seed):
    rnd = random.Random(seed)
    picture = png(32, 32)
    coded = base64.b64encode(picture_block(picture, w=32, h=32)).decode()
    for number in range(count):
        row = song(rnd)
        kind = rnd.choice(["v23", "v23", "v24", "v24", "flac", "flac", "ogg", "opus", "m4a", "ape", "wav", "aiff"])
        has = kind not in ("ape",) and rnd.random() < 0.3
        given, cover = picture if has else None, [("METADATA_BLOCK_PICTURE", coded)] if has else []
        suffix = {"v23": "mp3", "v24": "mp3", "ape": "mp3"}.get(kind, kind)
        if kind in ("v23", "v24"):
            data = mp3_file(rnd, row, int(kind[2]), given)
        elif kind == "flac":
            data = flac(pairs(row), [picture_block(picture)] if has else [], seconds=1)
            row["frames"] = 44100
        elif kind == "ogg":
            data = ogg(pairs(row) + cover, seconds=1)
            row["frames"] = 44100
        elif kind == "opus":
            data = opus(pairs(row) + cover, seconds=1)
            row["frames"] = 48000
        elif kind == "m4a":
            data = m4a_file(row, given)
        elif kind == "ape":
            data = ape_file(row)
        else:
            if len(row.get("date", "")) == 7:
                row["date"] = row["date"][:4]
            tag = id3(*frames(row, 3, 1), *([APIC(given, ver=3)] if has else []), ver=3)
            data = wav(pcm(0.1), post=chunk(b"id3 ", tag)) if kind == "wav" else aiff(pcm(0.1), chunks=aiff_chunk(b"ID3 ", tag))
            row["frames"] = 4410
        missing = [name for name in ("title", "album", "date", "track", "trackCount") if name not in row]
        for name in ("artists", "albumArtists", "composers", "genres", "comments"):
            row.setdefault(name, [])
        table.file("library/%05d-%s.%s" % (number, kind, suffix), data, absent=missing, pictures=[[3, "image/png", len(picture)]] if has else [],
                   replaced=0, legacy=[], **row)
