package cms.platform.files;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** The accepted kinds of files. */
public enum FileKind {
    JPEG("image/jpeg", "jpg"),
    PNG("image/png", "png"),
    GIF("image/gif", "gif"),
    WEBP("image/webp", "webp"),
    AVIF("image/avif", "avif"),
    SVG("image/svg+xml", "svg"),
    MP4("video/mp4", "mp4"),
    WEBM("video/webm", "webm"),
    PDF("application/pdf", "pdf");

    private static final Set<FileKind> PICTURES = EnumSet.of(JPEG, PNG, GIF, WEBP, AVIF);

    private final String contentType;
    private final String extension;

    FileKind(String contentType, String extension) {
        this.contentType = contentType;
        this.extension = extension;
    }

    public String contentType() {
        return contentType;
    }

    public String extension() {
        return extension;
    }

    /** @throws java.util.NoSuchElementException for another content type */
    public static FileKind ofContentType(String contentType) {
        return Arrays.stream(values())
                .filter(kind -> kind.contentType.equals(contentType))
                .findFirst()
                .orElseThrow();
    }

    /** Whether it is a raster picture. */
    public boolean isPicture() {
        return PICTURES.contains(this);
    }
}
