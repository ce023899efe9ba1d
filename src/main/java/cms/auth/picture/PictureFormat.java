package cms.auth.picture;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** The four kinds of pictures that are taken (spec 4.1), told by their first bytes. */
enum PictureFormat {
    JPEG("image/jpeg"),
    PNG("image/png"),
    GIF("image/gif"),
    WEBP("image/webp");

    private static final byte[] PNG_MARK = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final byte[] JPEG_MARK = {(byte) 0xff, (byte) 0xd8, (byte) 0xff};
    private static final int RIFF_TYPE_AT = 8;

    private final String mediaType;

    PictureFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    String mediaType() {
        return mediaType;
    }

    static Optional<PictureFormat> sniff(byte[] bytes) {
        return Arrays.stream(values()).filter(format -> format.begins(bytes)).findFirst();
    }

    private boolean begins(byte[] bytes) {
        return switch (this) {
            case JPEG -> stands(JPEG_MARK, bytes, 0);
            case PNG -> stands(PNG_MARK, bytes, 0);
            case GIF -> stands(ascii("GIF87a"), bytes, 0) || stands(ascii("GIF89a"), bytes, 0);
            case WEBP -> stands(ascii("RIFF"), bytes, 0) && stands(ascii("WEBP"), bytes, RIFF_TYPE_AT);
        };
    }

    private static boolean stands(byte[] mark, byte[] bytes, int at) {
        int end = at + mark.length;
        return bytes.length >= end && Arrays.equals(mark, 0, mark.length, bytes, at, end);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
