"""What other readers say of a file: mutagen of its tags, ffprobe of its length."""
import json, subprocess

NAMES = {
    "title": ["TIT2", "\xa9nam", "TITLE", "Title", "TT2", "WM/Title"],
    "artists": ["TPE1", "\xa9ART", "ARTIST", "Artist", "Author"],
    "album": ["TALB", "\xa9alb", "ALBUM", "Album", "WM/AlbumTitle"],
    "genres": ["TCON", "\xa9gen", "GENRE", "Genre", "WM/Genre"],
    "date": ["TDRC", "\xa9day", "DATE", "Date", "Year", "WM/Year"],
    "track": ["TRCK", "trkn", "TRACKNUMBER", "Track", "WM/TrackNumber"],
}


def values(tags, field):
    for name in NAMES[field]:
        try:
            found = tags[name]
        except (KeyError, ValueError):
            continue
        if field == "genres" and hasattr(found, "genres"):
            return found.genres
        return [str(v) for v in (found if isinstance(found, list) else getattr(found, "text", [found]))]
    return []


def mutagen(path):
    import mutagen
    try:
        file = mutagen.File(path)
    except Exception as error:
        return {"refused": type(error).__name__}
    if file is None:
        return {"refused": "unknown"}
    tags, seen = file.tags or {}, {}
    for field in NAMES:
        found = values(tags, field)
        if found:
            seen[field] = found if field in ("artists", "genres") else found[0]
    if getattr(file.info, "length", 0):
        seen["seconds"] = round(file.info.length, 4)
    return seen


def ffprobe(path):
    run = subprocess.run(
        ["ffprobe", "-v", "error", "-show_format", "-show_streams", "-of", "json", path], capture_output=True)
    shown = json.loads(run.stdout or b"{}")
    streams = [s for s in shown.get("streams", []) if s.get("codec_type") == "audio"]
    if not streams:
        return {"refused": "no sound"}
    seconds = shown.get("format", {}).get("duration") or streams[0].get("duration")
    seen = {"rate": int(streams[0]["sample_rate"]), "channels": streams[0]["channels"]}
    if seconds:
        seen["seconds"] = round(float(seconds), 4)
    return seen


def read(path, sound):
    return {"mutagen": mutagen(path), "ffprobe": ffprobe(path) if sound else {}}
