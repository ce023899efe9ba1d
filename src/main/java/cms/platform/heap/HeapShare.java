package cms.platform.heap;

/**
 * The shares of the heap that the process gives out, in hundredths. Beside it only {@code JsonReader} (which texts are
 * parsed one at a time) and {@code FetchTurns} (how many fetches compute) ask for the size of the heap; neither holds a
 * share. The hard shares may all be full at once; the rest of the heap is for classes, rows, releases and for work on
 * the memory that is counted here.
 */
public enum HeapShare {
    /**
     * Bodies of requests and the values that they were parsed to, until their requests end, and answers until slow
     * clients have them; 256 MiB at most.
     */
    BODIES(Kind.HARD, 22, 256),

    /** Packs, fetches and parsed content together, by {@link HeapPool}. */
    WORK(Kind.HARD, 58),

    /** Packs being received, while their objects are made from deltas. */
    PACKS(Kind.OF_WORK, 24, 8),

    /** Fetches while they are sent. */
    FETCHES(Kind.OF_WORK, 24, 8),

    /** Parsed files of content that are still reachable, and reservations for those that are being parsed. */
    CONTENT(Kind.OF_WORK, 42, 26),

    /** Of content: cached snapshots of projects, which are dropped when their memory is needed. */
    CACHED(Kind.EACH, 20),

    /** Of cached: what checks of the last commits of one project have found. */
    HEALTH(Kind.EACH, 1),

    /** Of content: files that were parsed or written recently, of any project; 96 MiB at most. */
    LATELY(Kind.EACH, 6, 96),

    /** The content of one project: the next snapshot is made while the one before still exists. */
    PROJECT(Kind.EACH, 16),

    /**
     * The most that one reading of a commit reserves: its project, one text more, and texts that are parsed at the same
     * time.
     */
    READING(Kind.EACH, 34),

    /**
     * What one answer about changes shows of files, and what is parsed for it: two versions of the largest text.
     * Counted in content.
     */
    ANSWER(Kind.EACH, 24),

    /** The values that clash in one merge; 64 MiB at most. */
    CLASHES(Kind.EACH, 12, 64),

    /** The parsed definitions of all models of one delivered site, or of all that one merge compares. */
    MODELS(Kind.EACH, 4),

    /**
     * What one delivered site takes in memory beside the bytes of its files while it is built, and what all those
     * together take that are built at the same time ({@link BuildRooms}).
     */
    SITE(Kind.EACH, 20),

    /** The parsed values of one text. Counted in content or bodies. */
    TEXT(Kind.EACH, 12),

    /**
     * What queries of delivery hold while they run, all together: files, which {@link #TABLES} may cache as well, and
     * the order of their rows. One query takes four fifths of it at most.
     */
    QUERIES(Kind.BESIDE, 15),

    /**
     * Releases in memory, which go by their last read and are read again; 160 MiB at most. All that are being read take
     * as much again.
     */
    RELEASES(Kind.REST, 15, 160),

    /** Query tables of delivered files, held by soft references: the JVM drops them before the heap is full. */
    TABLES(Kind.SOFT, 12),

    /** Small files of media, in buffers outside of the heap, and what each takes within it; 64 MiB at most. */
    MEDIA(Kind.OUTSIDE, 12, 64);

    /** How a share counts. */
    enum Kind {
        HARD,

        /** A part of {@link #WORK}, whose own hundredths the other parts never take. */
        OF_WORK,

        /** The maximum of one item that is counted in a hard share. */
        EACH,

        /** Held beside the hard shares, by all of its works together. */
        BESIDE,

        /** A cache that empties itself, of what is not full of the others. */
        REST,
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

    /**
     * @param further for a part of the work, the hundredths that no other part takes; for other shares the maximum in
     *     MiB, 0 for none
     */
    HeapShare(Kind kind, int hundredths, int further) {
        this.kind = kind;
        this.hundredths = hundredths;
        this.further = further;
    }

    /** The maximum heap of this process in bytes. */
    public static long heapBytes() {
        return Runtime.getRuntime().maxMemory();
    }

    /** The most bytes that this share holds. */
    public long bytes() {
        return bytesOf(heapBytes());
    }

    /** The same in a heap of another size. */
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

    /** For a part of the work, the hundredths of the heap that no other part takes; else 0. */
    int ownHundredths() {
        return kind == Kind.OF_WORK ? further : 0;
    }

    long ownBytesOf(long heapBytes) {
        return heapBytes / HUNDREDTHS * ownHundredths();
    }
}
