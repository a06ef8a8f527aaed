#!/usr/bin/env python3
"""Answers about captured audio, with the standard library alone.

  analyze.py report  FILE            first sound, gaps, what tone plays when, levels
  analyze.py gapless FILE [--freq F] is one sine continuous? silence gaps, clicks, phase steps (in samples)
  analyze.py levels  FILE --freqs 440,660   level of each tone over time (crossfade, ReplayGain, volume)
  analyze.py compare FILE REF [REF...]      bit-perfect? (REFs one after the other, sample for sample)
  analyze.py events  DIR|events.log  what the player did to the virtual card
  analyze.py towav   RAW OUT --format s16le --rate 44100 --channels 2

Add --json for a machine-readable answer. Exit code: 0 yes/fine, 1 no (gapless, compare), 2 error.
FILE is a WAV (8/16/24/32 bit, float, extensible; a header not yet finished is fine).
"""
import argparse, array, cmath, json, math, os, struct, sys


class Wav:
    """bits, rate, channels, frames; raw = int samples (or floats), interleaved."""

    def __init__(self, path):
        d = open(path, "rb").read()
        if d[:4] == b"fLaC" or (d[:4] != b"RIFF" and d[:4] != b"RF64"):
            raise ValueError(f"{path}: not a WAV file")
        pos, fmt, data = 12, None, None
        while pos + 8 <= len(d):
            cid, size = d[pos:pos + 4], struct.unpack("<I", d[pos + 4:pos + 8])[0]
            if cid == b"fmt ":
                fmt = d[pos + 8:pos + 8 + size]
            elif cid == b"data":
                if size == 0 or size >= 0x7FFFF000 or pos + 8 + size > len(d):
                    size = len(d) - pos - 8
                data = d[pos + 8:pos + 8 + size]
                break
            pos += 8 + size + (size & 1)
        if fmt is None or data is None:
            raise ValueError(f"{path}: no fmt or data chunk")
        tag, self.channels, self.rate, _, self.align, cont = struct.unpack("<HHIIHH", fmt[:16])
        if tag == 0xFFFE:
            tag = struct.unpack("<H", fmt[24:26])[0]
        self.float = tag == 3
        if tag not in (1, 3):
            raise ValueError(f"{path}: format tag {tag} is not PCM")
        self.bits = cont
        n = len(data) // self.align * self.align
        data = data[:n]
        self.frames = n // self.align
        if self.float:
            a = array.array("f" if cont == 32 else "d")
            a.frombytes(data)
        elif cont == 8:
            a = array.array("h", (b - 128 for b in data))
        elif cont == 16:
            a = array.array("h")
            a.frombytes(data)
        elif cont == 24:
            b = bytearray(n // 3 * 4)
            b[1::4], b[2::4], b[3::4] = data[0::3], data[1::3], data[2::3]
            a = array.array("i")
            a.frombytes(bytes(b))  # left-justified in 32 bits
        elif cont == 32:
            a = array.array("i")
            a.frombytes(data)
        else:
            raise ValueError(f"{path}: {cont} bits")
        self.raw = a
        self.scale = 1.0 if self.float else 1.0 / (1 << ({8: 7, 16: 15, 24: 31, 32: 31}[cont]))

    def chan(self, c):
        """one channel (or the sum, c < 0) as floats -1..1"""
        s, k, n = self.scale, self.channels, self.frames
        if c >= 0:
            return [v * s for v in self.raw[c::k]]
        cols = [self.raw[i::k] for i in range(k)]
        return [sum(v) * s / k for v in zip(*cols)]

    def ints32(self):
        """interleaved ints, left-justified in 32 bits (for exact comparison)"""
        if self.float:
            return array.array("i", (max(-2147483648, min(2147483647, round(v * 2147483648))) for v in self.raw))
        sh = {8: 24, 16: 16, 24: 0, 32: 0}[self.bits]
        if sh == 0:
            return self.raw
        return array.array("i", (v << sh for v in self.raw))


TABLES = {}  # by length: where each sample goes, and the roots of unity


def fft(x):
    n = len(x)
    if n not in TABLES:
        bits = n.bit_length() - 1
        TABLES[n] = ([int(f"{i:0{bits}b}"[::-1], 2) for i in range(n)], [cmath.exp(-2j * math.pi * k / n) for k in range(n // 2)])
    order, roots = TABLES[n]
    x = [x[i] for i in order]
    m = 2
    while m <= n:
        w = roots[::n // m]
        for s in range(0, n, m):
            h = s + m // 2
            a = x[s:h]
            t = [p * q for p, q in zip(w, x[h:s + m])]
            x[s:h] = [p + q for p, q in zip(a, t)]
            x[h:s + m] = [p - q for p, q in zip(a, t)]
        m *= 2
    return x[:n // 2 + 1]


def dominant(x, rate):
    """frequency of the strongest tone in x (Hz), by an interpolated FFT"""
    n = 1
    while n * 2 <= len(x) and n < 8192:
        n *= 2
    if n < 64:
        return 0.0
    s = (len(x) - n) // 2
    w = [0.5 - 0.5 * math.cos(2 * math.pi * i / n) for i in range(n)]
    y = [a * b for a, b in zip(x[s:s + n], w)]
    m = [abs(v) for v in fft(y)]
    k = max(range(1, len(m) - 1), key=lambda i: m[i])
    a, b, c = (math.log(max(v, 1e-15)) for v in m[k - 1:k + 2])
    d = 0.5 * (a - c) / (a - 2 * b + c) if a - 2 * b + c else 0
    return (k + d) * rate / n


def rms(x):
    if not len(x):
        return 0.0
    return math.sqrt(sum(v * v for v in x) / len(x))


def peak(x):
    if not len(x):
        return 0.0
    return max(max(x), -min(x))


def db(v):
    return round(20 * math.log10(v), 2) if v > 1e-9 else -180.0


def quiet_runs(x, rate, thr, gap_ms):
    """(first loud, last loud, [(start, end)]) in samples: runs with |x| <= thr longer than gap_ms, inside the sound"""
    first = last = None
    gaps, need = [], gap_ms * rate / 1000
    for i, v in enumerate(x):
        if v > thr or v < -thr:
            if first is None:
                first = i
            elif i - last - 1 > need:
                gaps.append((last + 1, i))
            last = i
    return None if first is None else (first, last, gaps)


def tone(x, w):
    """complex amplitude of the tone with angular frequency w (rad/sample) over x, phase at x[0]"""
    n = len(x)
    s, hs = 0j, 0.0
    for i in range(n):
        h = 0.5 - 0.5 * math.cos(2 * math.pi * i / (n - 1))
        s += x[i] * h * cmath.exp(-1j * w * i)
        hs += h
    return 2 * s / hs


def report(a):
    w = Wav(a.file)
    x = w.chan(a.channel)
    thr = 10 ** (a.silence / 20)
    r = {"file": a.file, "rate": w.rate, "channels": w.channels, "bits": w.bits, "frames": w.frames, "seconds": round(w.frames / w.rate, 6)}
    q = quiet_runs(x, w.rate, thr, a.gap)
    if not q:
        r["silent"] = True
        return r, 0
    f, l, gaps = q
    r.update(silent=False, first_sound=round(f / w.rate, 6), first_frame=f, last_sound=round(l / w.rate, 6), last_frame=l,
             rms_db=db(rms(x[f:l + 1])), peak_db=db(peak(x[f:l + 1])),
             channels_rms_db=[db(rms(w.chan(c)[f:l + 1])) for c in range(w.channels)])
    r["gaps"] = [{"at": round(s / w.rate, 6), "ms": round((e - s) * 1000 / w.rate, 3), "frames": e - s} for s, e in gaps]
    # windows -> segments
    n = max(64, int(a.win * w.rate / 1000))
    segs = []
    for s in range(f, l + 1, n):
        y = x[s:min(s + n, l + 1)]
        if len(y) < n // 2 and segs:
            segs[-1]["e"] = s + len(y)
            continue
        lv = rms(y)
        fr = 0.0 if lv < thr else dominant(y, w.rate)
        p = segs[-1] if segs else None
        if p and abs(fr - p["f"]) <= max(a.tol * max(fr, p["f"]), 0.5 * w.rate / max(64, n)) and abs(db(lv) - p["db"]) < a.step:
            p["e"] = s + len(y)
            p["fs"].append(fr)
        else:
            segs.append({"s": s, "e": s + len(y), "f": fr, "fs": [fr], "db": db(lv)})
    r["segments"] = [{"from": round(g["s"] / w.rate, 4), "to": round(g["e"] / w.rate, 4), "freq": round(sorted(g["fs"])[len(g["fs"]) // 2], 1),
                      "rms_db": db(rms(x[g["s"]:g["e"]])), "peak_db": db(peak(x[g["s"]:g["e"]]))} for g in segs]
    return r, 0


def gapless(a):
    w = Wav(a.file)
    x = w.chan(a.channel)
    thr = 10 ** (a.silence / 20)
    q = quiet_runs(x, w.rate, thr, a.gap)
    if not q:
        return {"error": "silent", "continuous": False}, 1
    f, l, gaps = q
    r = {"rate": w.rate, "first_frame": f, "sound_frames": l - f + 1, "seconds": round((l - f + 1) / w.rate, 6)}
    r["gaps"] = [{"at": round(s / w.rate, 6), "ms": round((e - s) * 1000 / w.rate, 3)} for s, e in gaps]
    n = max(256, int(0.02 * w.rate))
    fr = a.freq or dominant(x[f:f + min(l - f, 16 * n)], w.rate)
    om = 2 * math.pi * fr / w.rate
    # phase per window; the median advance gives the exact frequency
    starts = list(range(f + n, l - 2 * n, n))
    z = [tone(x[s:s + n], om) for s in starts]
    amp = sorted(abs(v) for v in z)[len(z) // 2] if z else 0
    adv = []
    for p, c in zip(z, z[1:]):
        adv.append(math.remainder(cmath.phase(c) - cmath.phase(p) - om * n, 2 * math.pi))
    m = sorted(adv)[len(adv) // 2] if adv else 0
    om2 = om + m / n
    r["freq"] = round(om2 * w.rate / (2 * math.pi), 4)
    r["amplitude_db"] = db(amp)
    # steps: a window pair next to each other but one apart (the window in between may hold the break)
    steps, i = [], 0
    while i + 2 < len(z):
        d = math.remainder(cmath.phase(z[i + 2]) - cmath.phase(z[i]) - 2 * (om * n + m), 2 * math.pi)
        if abs(d) > a.phase * om2 and abs(d) > 0.004 or abs(abs(z[i + 1]) / amp - 1) > 0.2:
            j = i
            while j + 3 < len(z) and abs(abs(z[j + 2]) / amp - 1) > 0.05:
                j += 1
            p, t = max(i - 1, 0), min(j + 3, len(z) - 1)
            d = math.remainder(cmath.phase(z[t]) - cmath.phase(z[p]) - (t - p) * (om * n + m), 2 * math.pi)
            # "samples" (missing > 0, inserted < 0) is known up to whole periods of the tone
            steps.append({"near": round((starts[i + 1] + n // 2) / w.rate, 4), "phase_rad": round(d, 4), "samples": round(d / om2, 2),
                          "period": round(2 * math.pi / om2, 2), "level_db": db(min(abs(v) for v in z[i:t + 1]) / amp)})
            i = t + 1
        else:
            i += 1
    r["phase_steps"] = steps
    # clicks: a sine obeys x[n] = 2 cos(w) x[n-1] - x[n-2]
    k = 2 * math.cos(om2)
    y = x[f:l + 1]
    e = [abs(y[i] - k * y[i - 1] + y[i - 2]) for i in range(2, len(y))]
    e = e[n:-n] if len(e) > 4 * n else e
    med = sorted(e)[len(e) // 2] if e else 0
    lim = max(20 * med, a.click * amp, 8 * w.scale)
    idx = [i for i, v in enumerate(e) if v > lim]
    clicks = []
    base = f + 2 + (n if l - f + 1 - 2 > 4 * n else 0)
    for i in idx:
        if clicks and i - clicks[-1][1] < n:
            clicks[-1][1] = i
            clicks[-1][2] = max(clicks[-1][2], float(e[i]))
        else:
            clicks.append([i, i, float(e[i])])
    r["clicks"] = [{"at": round((base + c[0]) / w.rate, 6), "frame": base + c[0], "size": round(c[2] / (amp or 1), 4)} for c in clicks][:50]
    r["noise_db"] = db(med / (amp or 1))
    if a.frames:
        r["expected_frames"] = a.frames
        r["length_error_frames"] = r["sound_frames"] - a.frames
    r["continuous"] = not (gaps or steps or (clicks and not a.lossy))
    return r, 0 if r["continuous"] else 1


def levels(a):
    w = Wav(a.file)
    x = w.chan(a.channel)
    n = max(64, int(a.win * w.rate / 1000))
    fs = [float(v) for v in a.freqs.split(",")]
    rows = []
    for s in range(0, len(x) - n + 1, n):
        y = x[s:s + n]
        rows.append([round(s / w.rate, 3), db(rms(y))] + [db(abs(tone(y, 2 * math.pi * f / w.rate))) for f in fs])
    return {"columns": ["t", "rms_db"] + [f"{f:g}Hz_amp_db" for f in fs], "rows": rows}, 0


def compare(a):
    cap, refs = Wav(a.file), [Wav(p) for p in a.refs]
    ch = cap.channels
    r = {"captured": {"rate": cap.rate, "bits": cap.bits, "channels": ch, "frames": cap.frames}, "reference_frames": sum(v.frames for v in refs)}
    for p, v in zip(a.refs, refs):
        if v.rate != cap.rate or v.channels != ch:
            r["identical"] = False
            r["error"] = f"{p} is {v.rate} Hz/{v.channels} ch, the capture is {cap.rate} Hz/{ch} ch"
            return r, 1
    C, R = cap.ints32(), array.array("i")
    for v in refs:
        R.extend(v.ints32())
    maxbits = max(v.bits for v in refs)
    if not cap.float and cap.bits < maxbits:
        r["note"] = f"capture has {cap.bits} bits, reference {maxbits}: comparing the upper {cap.bits}"
        mask = -1 << (32 - cap.bits)
        R = array.array("i", (v & mask for v in R))
    cb, rb, fb = C.tobytes(), R.tobytes(), 4 * ch
    nc, nr = len(C) // ch, len(R) // ch

    def find(chunk, start, end=None):
        p = cb.find(chunk, start * fb, end * fb if end is not None else len(cb))
        while p >= 0 and p % fb:
            p = cb.find(chunk, p + 1, end * fb if end is not None else len(cb))
        return p // fb if p >= 0 else -1

    def same(c, q, n):
        """frames equal from capture c / reference q, up to n"""
        lo = 0
        step = 4096
        while lo < n:
            k = min(step, n - lo)
            if cb[(c + lo) * fb:(c + lo + k) * fb] == rb[(q + lo) * fb:(q + lo + k) * fb]:
                lo += k
                continue
            for i in range(k):
                if cb[(c + lo + i) * fb:(c + lo + i + 1) * fb] != rb[(q + lo + i) * fb:(q + lo + i + 1) * fb]:
                    return lo + i
        return n

    # candidates: where the start of the reference (or its first sound) occurs in the capture
    lead = 0
    while lead < nr and not any(rb[lead * fb:(lead + 1) * fb]):
        lead += 1
    if lead >= nr:
        r.update(identical=False, error="the reference is silent")
        return r, 1
    cands, pos = [], 0
    chunk = rb[lead * fb:min(nr, lead + 64) * fb]
    while len(cands) < 200:
        p = find(chunk, pos)
        if p < 0:
            break
        cands.append(p - lead)
        pos = p + 1
    how = "exact"
    if not cands:  # its start is missing: look for later parts
        for q in [lead + nr * i // 16 for i in range(1, 16)]:
            c = rb[q * fb:(q + 64) * fb]
            p = find(c, 0)
            if p >= 0 and any(c):
                cands.append(p - q)
                how = "start missing"
    if not cands:
        r.update(identical=False, error="no part of the reference is in the capture, bit for bit", matched_frames=0)
        return r, 1
    best = max(cands, key=lambda o: same(max(o, 0), max(-o, 0), max(0, min(nc - max(o, 0), nr - max(-o, 0)))))
    # walk along, and re-align after each difference
    c, q, breaks, matched = max(best, 0), max(-best, 0), [], 0
    first_c = c
    missing_start = q
    while q < nr and c < nc and len(breaks) < 50:
        n = same(c, q, min(nc - c, nr - q))
        matched += n
        c += n
        q += n
        if q >= nr or c >= nc:
            break
        hit = None
        p = find(rb[q * fb:min(nr, q + 64) * fb], c)  # inserted frames?
        if p >= 0 and p > c:
            hit = (p, q)
        if hit is None:
            for d in list(range(1, 65)) + list(range(128, nr - q, 128)):  # changed or missing frames?
                ck = rb[(q + d) * fb:(q + d + 64) * fb]
                if len(ck) < 16 * fb or not any(ck):
                    continue
                p = find(ck, c, min(nc, c + d + 64 + cap.rate * 2))
                if p >= 0:
                    while p > c and q + d > q and cb[(p - 1) * fb:p * fb] == rb[(q + d - 1) * fb:(q + d) * fb]:
                        p -= 1
                        d -= 1
                    hit = (p, q + d)
                    break
        b = {"capture_frame": c, "reference_frame": q}
        if hit is None:
            b["lost"] = "no match after this"
            breaks.append(b)
            break
        ins, mis = hit[0] - c, hit[1] - q
        if ins == mis:
            b["changed_frames"] = ins
        else:
            b["frames_in_capture"], b["frames_in_reference"] = ins, mis
            b["shift"] = ins - mis
            b["silent"] = not any(cb[c * fb:hit[0] * fb])
        breaks.append(b)
        c, q = hit
    tail = cb[c * fb:]
    r.update(alignment=how, offset_frames=best, matched_frames=matched, differences=breaks,
             missing_at_start=missing_start, missing_at_end=nr - q if q < nr and not (breaks and "lost" in breaks[-1]) else 0,
             extra_before=first_c, extra_before_silent=not any(cb[:first_c * fb]),
             extra_after=nc - c if q >= nr else 0, extra_after_silent=not any(tail) if q >= nr else True)
    if any("changed_frames" in b for b in breaks):  # how different? (rounding, dither, volume, resampling)
        n = min(nc - first_c, nr - missing_start)
        mx = nd = 0
        for u, v in zip(C[first_c * ch:(first_c + n) * ch], R[missing_start * ch:(missing_start + n) * ch]):
            if u != v:
                nd += 1
                mx = max(mx, abs(u - v))
        r["at_this_offset"] = {"differing_samples": nd, "of": n * ch, "max_diff_db": db(mx / 2147483648), "max_diff_lsb": round(mx / (1 << (32 - min(32, cap.bits))), 3)}
        if len(breaks) > 8:
            r["differences"] = breaks[:8]
            r["more_differences"] = len(breaks) - 8
            r["missing_at_end"] = 0
    r["identical"] = matched == nr and not breaks
    return r, 0 if r["identical"] else 1


def events(a):
    p = os.path.join(a.file, "events.log") if os.path.isdir(a.file) else a.file
    ev, stopped, gaps, cnt, takes = [], None, [], {}, []
    for line in open(p):
        t, pid, rest = line.rstrip("\n").split(" ", 2)
        t = float(t)
        k = rest.split(" ")[0]
        cnt[k] = cnt.get(k, 0) + 1
        ev.append((t, int(pid), rest))
        if k == "take":
            takes.append(dict([("file", rest.split(" ")[1])] + [v.split("=") for v in rest.split(" ")[2:]]))
        if k in ("stop", "drained", "xrun", "pause", "suspended", "unplugged", "close") and (stopped is None):
            stopped = (t, k)
        if k in ("start", "unpause", "resume"):
            if stopped:
                gaps.append({"after": stopped[1], "ms": round((t - stopped[0]) * 1000, 1), "at": round(stopped[0] - ev[0][0], 3)})
            stopped = None
    return {"counts": cnt, "takes": takes, "silences": gaps, "log": [f"{t - ev[0][0]:.3f} {x}" for t, _, x in ev]}, 0


def towav(a):
    fmt = {"u8": (1, 8), "s16le": (1, 16), "s24le": (1, 24), "s32le": (1, 32), "float32le": (3, 32)}[a.format.lower().replace("_", "")]
    d = open(a.file, "rb").read()
    al = fmt[1] // 8 * a.channels
    d = d[:len(d) // al * al]
    with open(a.out + ".tmp", "wb") as f:
        f.write(struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", min(36 + len(d), 0xFFFFFFFF), b"WAVE", b"fmt ", 16, fmt[0], a.channels, a.rate, a.rate * al, al, fmt[1], b"data", min(len(d), 0xFFFFFFFF)))
        f.write(d)
    os.replace(a.out + ".tmp", a.out)
    return None, 0


def show(r):
    for k, v in r.items():
        if k == "rows":
            for row in v:
                print("  " + "  ".join(f"{c:8.2f}" for c in row))
        elif isinstance(v, list) and v and isinstance(v[0], (dict, str)):
            print(f"{k}:")
            for i in v:
                print("  " + (i if isinstance(i, str) else " ".join(f"{a}={b}" for a, b in i.items())))
        else:
            print(f"{k}: {v}")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    s = p.add_subparsers(dest="cmd", required=True)

    def cmd(name, fn, audio=True):
        q = s.add_parser(name)
        q.add_argument("file")
        q.add_argument("--json", action="store_true")
        q.set_defaults(fn=fn)
        if audio:
            q.add_argument("--channel", type=int, default=0, help="from 0; -1: the mean of all")
            q.add_argument("--silence", type=float, default=-60, help="dBFS at and below which it is silence")
            q.add_argument("--gap", type=float, default=5, help="report silences longer than this (ms)")
        return q

    q = cmd("report", report)
    q.add_argument("--win", type=float, default=50, help="window (ms)")
    q.add_argument("--tol", type=float, default=0.02, help="same tone within this ratio")
    q.add_argument("--step", type=float, default=1.5, help="a level change (dB) that begins a new segment")
    q = cmd("gapless", gapless)
    q.add_argument("--freq", type=float)
    q.add_argument("--frames", type=int, help="expected length of the sound")
    q.add_argument("--lossy", action="store_true", help="a click alone is no fault (codec noise where a file was cut); gaps and phase steps are")
    q.add_argument("--click", type=float, default=0.004, help="relative size of a click")
    q.add_argument("--phase", type=float, default=0.4, help="a phase step in samples that counts")
    q = cmd("levels", levels)
    q.add_argument("--freqs", required=True)
    q.add_argument("--win", type=float, default=100)
    q = cmd("compare", compare, False)
    q.add_argument("refs", nargs="+")
    cmd("events", events, False)
    q = cmd("towav", towav, False)
    q.add_argument("out")
    q.add_argument("--format", default="s16le")
    q.add_argument("--rate", type=int, default=44100)
    q.add_argument("--channels", type=int, default=2)
    a = p.parse_args()
    try:
        r, rc = a.fn(a)
    except (OSError, ValueError, KeyError, struct.error) as e:
        print(f"analyze.py: {e}", file=sys.stderr)
        return 2
    if r is not None:
        print(json.dumps(r, indent=1)) if a.json else show(r)
    return rc


sys.exit(main())
