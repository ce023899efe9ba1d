package cms.media.asset;

import cms.media.variant.Focal;
import cms.media.variant.VariantMap;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file of a project (spec 2.13).
 *
 * @param filename as the uploader named it; it is not the name of a stored file
 * @param delivered the original as websites receive it
 * @param master the upload itself, cleaned without loss, from which variants are made
 * @param blurhash null for files that are not pictures
 * @param sizes the requested variants
 * @param variants the stored variants, by name
 * @param recipe number of times its variants were made, which is the {@code v} of their URLs
 * @param revision number of its changes, from which the entity tag is made
 * @param contentHash SHA-256 of the uploaded bytes in lower-case hexadecimal digits
 * @param deletedAt when it was moved to the bin; null while it is not there
 */
public record Asset(
        String id,
        String workspaceId,
        String projectId,
        String filename,
        Stored delivered,
        Stored master,
        @Nullable String blurhash,
        Words words,
        Focal focal,
        VariantMap sizes,
        Map<String, Stored> variants,
        int recipe,
        int revision,
        String contentHash,
        String source,
        String uploadedBy,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant deletedAt) {
    public static final String ORIGINAL = "original";

    /**
     * A file with its bytes.
     *
     * @param blob id of the stored bytes
     * @param hash SHA-256 of the bytes in lower-case hexadecimal digits
     * @param width in pixels; 0 for files that are not pictures
     */
    public record Stored(
            String blob, String contentType, String extension, int width, int height, long size, String hash) {
        /** Name of the format in the specification: {@code webp}, {@code jpeg}, {@code mp4}, ... */
        public String format() {
            String name = contentType.substring(contentType.indexOf('/') + 1);
            return name.startsWith("svg") ? "svg" : name;
        }
    }

    public Asset {
        variants = Map.copyOf(variants);
    }

    /** Path of the original in the project's delivery. */
    public String originalPath() {
        return path(ORIGINAL, delivered);
    }

    public String path(String variant, Stored stored) {
        return "media/" + variant + "/" + id + "." + stored.extension();
    }

    /** The ids of the bytes of its files; one that is two of them is there twice. */
    public List<String> blobs() {
        return Stream.concat(Stream.of(master, delivered), variants.values().stream())
                .map(Stored::blob)
                .toList();
    }

    /** The entity tag of its revision, quoted. */
    public String entityTag() {
        return "\"" + revision + "\"";
    }

    public Asset saying(Words newWords, Instant now) {
        return next(newWords, now, deletedAt);
    }

    public Asset cutAround(Focal newFocal, Map<String, Stored> newVariants) {
        return new Asset(
                id,
                workspaceId,
                projectId,
                filename,
                delivered,
                master,
                blurhash,
                words,
                newFocal,
                sizes,
                newVariants,
                recipe + 1,
                revision,
                contentHash,
                source,
                uploadedBy,
                createdAt,
                updatedAt,
                deletedAt);
    }

    public Asset binned(@Nullable Instant at, Instant now) {
        return next(words, now, at);
    }

    /** The next revision, with other words or moved into or out of the bin. */
    private Asset next(Words newWords, Instant now, @Nullable Instant newDeletedAt) {
        return new Asset(
                id,
                workspaceId,
                projectId,
                filename,
                delivered,
                master,
                blurhash,
                newWords,
                focal,
                sizes,
                variants,
                recipe,
                revision + 1,
                contentHash,
                source,
                uploadedBy,
                createdAt,
                now,
                newDeletedAt);
    }
}
