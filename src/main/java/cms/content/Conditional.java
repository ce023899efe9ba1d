package cms.content;

import cms.platform.http.Answer;
import cms.platform.http.Request;
import java.util.Arrays;
import java.util.function.Supplier;

/** Answers that a reader may already have: with an entity tag, and 304 when {@code If-None-Match} names it. */
final class Conditional {
    private Conditional() {}

    /** @param entityTag with its quotes */
    static Answer answer(Request request, String entityTag, Supplier<Answer> whole) {
        boolean known = request.header("If-None-Match")
                .filter(header -> names(header, entityTag))
                .isPresent();
        return (known ? Answer.empty(304) : whole.get())
                .withHeader("ETag", entityTag)
                .withHeader("Cache-Control", "private, no-cache");
    }

    /** The weak comparison of RFC 9110: a list of tags, each perhaps marked weak, or a star. */
    private static boolean names(String header, String entityTag) {
        return Arrays.stream(header.split(","))
                .map(String::strip)
                .map(tag -> tag.startsWith("W/") ? tag.substring(2) : tag)
                .anyMatch(tag -> tag.equals("*") || tag.equals(entityTag));
    }
}
