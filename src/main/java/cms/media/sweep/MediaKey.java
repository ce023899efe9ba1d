package cms.media.sweep;

import java.util.Optional;

/**
 * The key of an object of media.
 *
 * @param id of the row that names it
 */
record MediaKey(String key, Kind kind, String id) {
    private static final int PARTS = 3;

    /** The kind of object, with the table whose rows name its objects. */
    enum Kind {
        BLOB("media", "media_blobs"),
        DERIVATIVE("media-derived", "media_derivatives"),
        PART("media-parts", "media_uploads");

        private final String folder;
        private final String table;

        Kind(String folder, String table) {
            this.folder = folder;
            this.table = table;
        }

        String table() {
            return table;
        }
    }

    /** Parses a key; empty for objects of other rooms. */
    static Optional<MediaKey> parse(String key) {
        String[] parts = key.split("/");
        if (parts.length != PARTS) {
            return Optional.empty();
        }
        for (Kind kind : Kind.values()) {
            if (kind.folder.equals(parts[0])) {
                return Optional.of(new MediaKey(key, kind, kind == Kind.PART ? parts[1] : parts[2]));
            }
        }
        return Optional.empty();
    }
}
