package cms.media;

import cms.access.Author;
import cms.media.asset.Words;
import cms.media.variant.VariantMap;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.http.Multipart;
import cms.platform.http.Request;
import java.util.List;
import java.util.Optional;

/** Reads the metadata of a file from a form with the file, or from JSON with a URL (spec 4.13). */
final class UploadWords {
    /** The query parameters of every route that uploads, for the end of its path. */
    static final String QUERY = "{?field,onDuplicate}";

    private static final String RETURN = "return";

    private UploadWords() {}

    /** Reads the members of a form; {@code field} and {@code onDuplicate} may be in the query. */
    static Upload of(Multipart form, Multipart.Part file, Request request, Author by) {
        Words words = Words.of(
                form.text("alt").orElse(null),
                form.text("tags").map(Words::split).orElse(List.of()));
        return new Upload(
                file.fileName().orElse(""),
                words,
                form.text("variants").filter(text -> !text.isBlank()).map(VariantMap::parse),
                form.text("field").or(() -> request.query("field")).filter(text -> !text.isBlank()),
                isReturn(form.text("onDuplicate").or(() -> request.query("onDuplicate"))),
                Upload.Source.UPLOAD,
                by);
    }

    static Upload of(Body body, Request request, Author by) {
        Words words = Words.of(body.text("alt").orElse(null), body.texts("tags").orElse(List.of()));
        return new Upload(
                "",
                words,
                body.node("variants").map(VariantMap::parse),
                body.text("field").or(() -> request.query("field")).filter(text -> !text.isBlank()),
                isReturn(body.text("onDuplicate").or(() -> request.query("onDuplicate"))),
                Upload.Source.URL,
                by);
    }

    static boolean isReturn(Optional<String> wanted) {
        if (wanted.filter(word -> !word.equals(RETURN) && !word.equals("create"))
                .isPresent()) {
            throw Failure.invalid("`onDuplicate` must be return or create.");
        }
        return wanted.filter(RETURN::equals).isPresent();
    }
}
