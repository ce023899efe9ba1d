package cms.content.snapshot;

import cms.format.CanonicalJson;
import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.FormatLimits;
import cms.git.BlobId;
import cms.git.Tree;
import cms.platform.failure.Failure;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** Remembers what files say, by path and version; what has just been written need not be read again. */
public final class ParsedFiles {
    private static final long SOURCE_BYTES_MAX = 24L << 20;
    private static final int ENTRY_BYTES = 200;
    private static final Duration KEPT = Duration.ofMinutes(10);

    private final Cache<Key, Parsed> cache = Caffeine.newBuilder()
            .maximumWeight(SOURCE_BYTES_MAX)
            .weigher((Key key, Parsed parsed) -> ENTRY_BYTES + parsed.sourceBytes())
            .expireAfterAccess(KEPT)
            .build();

    private record Key(String path, BlobId blob) {}

    /** @param sourceBytes how long the file is; 0 for one that is too large */
    record Parsed(ContentFile file, int sourceBytes) {}

    /** What a version of a file says; a file beyond the size limit is unreadable like a broken one. */
    public ContentFile read(Tree tree, ContentPath where, String path, BlobId blob) {
        return parsed(tree, where, path, blob).file();
    }

    Parsed parsed(Tree tree, ContentPath where, String path, BlobId blob) {
        return cache.get(new Key(path, blob), key -> parse(tree, where, path, blob));
    }

    private static Parsed parse(Tree tree, ContentPath where, String path, BlobId blob) {
        byte[] bytes;
        try {
            bytes = tree.read(blob, FormatLimits.FILE_BYTES_MAX);
        } catch (Failure tooLarge) {
            return new Parsed(new ContentFile.Unreadable(path, 0, tooLarge.sentence()), 0);
        }
        return new Parsed(ContentFile.read(where, path, bytes), bytes.length);
    }

    /**
     * Takes over members that are about to be written; they are brought to the form in which they would be read.
     *
     * @param bytes how long the file is
     */
    public void remember(String path, BlobId blob, int bytes, ObjectNode members) {
        ContentFile file = new ContentFile.Json((ObjectNode) CanonicalJson.normal(members));
        cache.put(new Key(path, blob), new Parsed(file, bytes));
    }
}
