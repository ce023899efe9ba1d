package cms.platform.pictures;

/** The formats that pictures are written in. */
public enum PictureFormat {
    WEBP("image/webp", "webp"),
    AVIF("image/avif", "avif"),
    JPEG("image/jpeg", "jpg"),
    PNG("image/png", "png");

    private final String contentType;
    private final String extension;

    PictureFormat(String contentType, String extension) {
        this.contentType = contentType;
        this.extension = extension;
    }

    public String contentType() {
        return contentType;
    }

    /** Without a dot. */
    public String extension() {
        return extension;
    }
}
