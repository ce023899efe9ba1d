package cms.content;

import cms.platform.http.Answer;
import cms.platform.http.Request;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/** Answers with an entity tag, and with 304 instead when {@code If-None-Match} names it. */
final class Conditional {
    private Conditional() {}

    /** @param entityTag with its quotes */
    static Answer answer(Request request, String entityTag, Supplier<Answer> whole) {
        Optional<String> known = request.header("If-None-Match").flatMap(header -> named(header, entityTag));
        return (known.isPresent() ? Answer.empty(304) : whole.get())
                .withHeader("ETag", known.orElse(entityTag))
                .withHeader("Cache-Control", "private, no-cache");
    }

    /**
     * The weak comparison of RFC 9110: a list of tags, each perhaps marked weak, or a star.
     *
     * @return the tag of the form that the client has, as the compressed form has a tag of its own
     */
    private static Optional<String> named(String header, String entityTag) {
        String coded = entityTag.replaceFirst("\"$", Answer.CODED + "\"");
        return Arrays.stream(header.split(","))
                .map(String::strip)
                .map(tag -> tag.startsWith("W/") ? tag.substring(2) : tag)
                .filter(tag -> tag.equals("*") || tag.equals(entityTag) || tag.equals(coded))
                .map(tag -> tag.equals("*") ? entityTag : tag)
                .findFirst();
    }
}
