package cms.auth.picture;

import cms.platform.failure.Failure;
import java.util.Base64;

/** Makes the 256x256 WebP data URI of a profile from whatever picture was uploaded (spec 4.1). */
public final class Avatar {
    private static final int BYTES_MAX = 2 * 1024 * 1024;

    private Avatar() {}

    /**
     * @return {@code data:image/webp;base64,...}
     * @throws Failure INVALID for more than 2 MB, another kind of file, more pixels than anybody needs, or a picture
     *     that cannot be decoded
     */
    public static String dataUri(byte[] uploaded) {
        if (uploaded.length > BYTES_MAX) {
            throw Failure.invalid("The picture must not be larger than 2 MB.");
        }
        PictureFormat format = PictureFormat.sniff(uploaded)
                .orElseThrow(() -> Failure.invalid("The picture must be a JPEG, PNG, WebP or GIF file."));
        byte[] webp = WebpImage.write(Decoding.square(uploaded, format));
        return "data:image/webp;base64," + Base64.getEncoder().encodeToString(webp);
    }
}
