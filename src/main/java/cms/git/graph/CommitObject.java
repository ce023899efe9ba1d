package cms.git.graph;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.util.RawParseUtils;

/**
 * A parsed commit. Outside of a walk JGit reads one by computing its name again, with the slow SHA-1 that detects
 * collisions: a save reads several commits.
 */
public final class CommitObject {
    private static final byte[] TREE = Constants.encodeASCII("tree ");
    private static final byte[] PARENT = Constants.encodeASCII("parent ");

    /** The times that are written with a year of four digits, as clients read them. */
    private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");
    private static final byte[] TIME_UNREAD = Constants.encodeASCII(" 0 +0000\n");

    private static final PersonIdent NOBODY = new PersonIdent("", "", Instant.EPOCH, ZoneOffset.UTC);

    private final ObjectId id;
    private final byte[] bytes;
    private final ObjectId tree;
    private final List<ObjectId> parents;

    private CommitObject(ObjectId id, byte[] bytes, ObjectId tree, List<ObjectId> parents) {
        this.id = id;
        this.bytes = bytes;
        this.tree = tree;
        this.parents = List.copyOf(parents);
    }

    /** @throws IllegalArgumentException for bytes that are not a commit */
    static CommitObject parse(ObjectId id, byte[] bytes) {
        if (!isLine(bytes, 0, TREE)) {
            throw new IllegalArgumentException("not a commit: " + id.name());
        }
        List<ObjectId> parents = new ArrayList<>(2);
        int at = after(TREE);
        while (isLine(bytes, at, PARENT)) {
            parents.add(ObjectId.fromString(bytes, at + PARENT.length));
            at += after(PARENT);
        }
        return new CommitObject(id.copy(), bytes, ObjectId.fromString(bytes, TREE.length), parents);
    }

    public static CommitObject of(RevCommit commit) {
        return parse(commit, commit.getRawBuffer());
    }

    /** Whether a line with this key and an object name begins at an offset. */
    private static boolean isLine(byte[] bytes, int at, byte[] key) {
        return at + after(key) <= bytes.length && RawParseUtils.match(bytes, at, key) >= 0;
    }

    private static int after(byte[] key) {
        return key.length + Constants.OBJECT_ID_STRING_LENGTH + 1;
    }

    public ObjectId id() {
        return id;
    }

    public ObjectId tree() {
        return tree;
    }

    public List<ObjectId> parents() {
        return parents;
    }

    /**
     * The author; for a commit that names none an empty name at the beginning of time. Git takes any number as the
     * time, also one of milliseconds: what is beyond the years 0 to 9999 becomes the first or the last second of them.
     */
    public PersonIdent author() {
        int line = RawParseUtils.author(bytes, 0);
        if (line < 0) {
            return NOBODY;
        }
        PersonIdent author;
        try {
            author = RawParseUtils.parsePersonIdent(bytes, line);
        } catch (DateTimeException tooLate) {
            PersonIdent undated = RawParseUtils.parsePersonIdent(undated(line), 0);
            return undated == null ? NOBODY : new PersonIdent(undated, LATEST);
        }
        if (author == null) {
            return NOBODY;
        }
        Instant time = author.getWhenAsInstant();
        return time.isBefore(EARLIEST)
                ? new PersonIdent(author, EARLIEST)
                : time.isAfter(LATEST) ? new PersonIdent(author, LATEST) : author;
    }

    /** The name and the address of a line, with a time that can be read. */
    private byte[] undated(int line) {
        int end = RawParseUtils.nextLF(bytes, line);
        while (end > line && bytes[end - 1] != '>') {
            end--;
        }
        byte[] text = Arrays.copyOf(Arrays.copyOfRange(bytes, line, end), end - line + TIME_UNREAD.length);
        System.arraycopy(TIME_UNREAD, 0, text, end - line, TIME_UNREAD.length);
        return text;
    }

    public String message() {
        int begin = RawParseUtils.commitMessage(bytes, 0);
        return begin < 0 ? "" : RawParseUtils.decode(charset(), bytes, begin, bytes.length);
    }

    private Charset charset() {
        try {
            return RawParseUtils.parseEncoding(bytes);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            return StandardCharsets.UTF_8;
        }
    }
}
