package cms.auth.picture;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.files.FileFacts;
import cms.platform.files.FileKind;
import cms.platform.pictures.Fit;
import cms.platform.pictures.PictureFormat;
import cms.platform.pictures.Pictures;
import cms.platform.pictures.Recipe;
import cms.platform.pictures.Redrawing;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Set;

/** Makes the 256x256 WebP data URI of a profile from an uploaded picture (spec 4.1). */
public final class Avatars {
    private static final int BYTES_MAX = 2 * 1024 * 1024;
    private static final Set<FileKind> KINDS = Set.of(FileKind.JPEG, FileKind.PNG, FileKind.WEBP, FileKind.GIF);
    private static final int SIDE = 256;
    private static final double MIDDLE = 0.5;
    private static final int QUALITY = 82;

    private final Redrawing redrawing;

    public Avatars(Pictures pictures) {
        this.redrawing = new Redrawing(pictures);
    }

    /**
     * Decodes the middle square of the first frame in a worker process.
     *
     * @param userId whose share of the queue the work counts for
     * @return {@code data:image/webp;base64,...}
     * @throws Failure INVALID for more than 2 MB, another kind of file, too many pixels, or a picture that cannot be
     *     decoded; UNAVAILABLE when no worker is available
     */
    public String dataUri(String userId, byte[] uploaded) {
        if (uploaded.length > BYTES_MAX) {
            throw Failure.invalid("The picture must not be larger than 2 MB.");
        }
        try {
            byte[] webp = redrawing
                    .redraw(userId, new ByteArrayInputStream(uploaded), Avatars::recipe)
                    .bytes();
            return "data:image/webp;base64," + Base64.getEncoder().encodeToString(webp);
        } catch (Failure refused) {
            throw refused.kind() == FailureKind.UNPROCESSABLE
                    ? Failure.invalid(refused.message())
                    : refused.kind() == FailureKind.UNSUPPORTED_MEDIA_TYPE ? otherKind() : refused;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Recipe recipe(FileFacts facts) {
        if (!KINDS.contains(facts.kind())) {
            throw otherKind();
        }
        return new Recipe(PictureFormat.WEBP, Fit.EXACT, SIDE, SIDE, MIDDLE, MIDDLE, QUALITY, false, false);
    }

    private static Failure otherKind() {
        return Failure.invalid("The picture must be a JPEG, PNG, WebP or GIF file.");
    }
}
