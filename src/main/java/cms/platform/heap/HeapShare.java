package cms.platform.heap;

/**
 * Every share of the heap that the process gives out, in hundredths. Beside it only {@code JsonReader} (which texts are parsed one
 * at a time) and {@code FetchTurns} (how many compute) ask how large the heap is; neither holds a share. Hard shares hold together whatever comes; what is left of the heap is for classes, rows, releases
 * and the work on what is held here.
 */
public enum HeapShare {
    /** Bodies of requests and the values that they were parsed to, until their requests end; 256 MiB at most. */
    BODIES(Kind.HARD, 22, 256),

    /** Packs, fetches and parsed content together, by {@link HeapPool}. */
    WORK(Kind.HARD, 58),

    /** Packs on their way in, while their objects are made from differences. */
    PACKS(Kind.OF_WORK, 24, 8),

    /** Fetches while they are sent. */
    FETCHES(Kind.OF_WORK, 24, 8),

    /** Parsed files of content that are still reachable, and what is reserved for those that are being parsed. */
    CONTENT(Kind.OF_WORK, 42, 26),

    /** Of content: snapshots of projects that are cached, which go when somebody needs their room. */
    CACHED(Kind.EACH, 20),

    /** Of content: files that were parsed or written lately, whatever project they belong to; 96 MiB at most. */
    LATELY(Kind.EACH, 6, 96),

    /** The content of one project: the next snapshot is made while the one before is still there. */
    PROJECT(Kind.EACH, 16),

    /** The most that one reading of a commit reserves: its project, one text too many, and those that are parsed beside. */
    READING(Kind.EACH, 34),

    /** What one text may become. Counted in content or bodies. */
    TEXT(Kind.EACH, 12),

    /** Tables of queries of delivered files, referenced softly: the machine lets go of them before the heap is full. */
    TABLES(Kind.SOFT, 12),

    /** Small files of media, in buffers outside of the heap; 64 MiB at most. */
    MEDIA(Kind.OUTSIDE, 12, 64);

    /** How a share counts. */
    enum Kind {
        HARD,

        /** A part of {@link #WORK}, of which the first hundredths are never taken by the others. */
        OF_WORK,

        /** The most of one thing that is counted in a hard share. */
        EACH,
        SOFT,
        OUTSIDE
    }

    private static final int HUNDREDTHS = 100;

    private final Kind kind;
    private final int hundredths;
    private final int further;

    HeapShare(Kind kind, int hundredths) {
        this(kind, hundredths, 0);
    }

    /** @param further of a part of the work the hundredths that nobody else takes; of others the most in MiB, 0 for none */
    HeapShare(Kind kind, int hundredths, int further) {
        this.kind = kind;
        this.hundredths = hundredths;
        this.further = further;
    }

    /** The most that the heap of this process can become. */
    public static long heapBytes() {
        return Runtime.getRuntime().maxMemory();
    }

    /** The most that this share holds. */
    public long bytes() {
        return bytesOf(heapBytes());
    }

    /** The same of a heap of another size. */
    long bytesOf(long heapBytes) {
        long bytes = heapBytes / HUNDREDTHS * hundredths;
        return kind == Kind.OF_WORK || further == 0 ? bytes : Math.min(bytes, (long) further << 20);
    }

    Kind kind() {
        return kind;
    }

    int hundredths() {
        return hundredths;
    }

    /** Of a part of the work, what none of the other parts takes, in hundredths of the heap. */
    int ownHundredths() {
        return kind == Kind.OF_WORK ? further : 0;
    }

    long ownBytesOf(long heapBytes) {
        return heapBytes / HUNDREDTHS * ownHundredths();
    }
}
