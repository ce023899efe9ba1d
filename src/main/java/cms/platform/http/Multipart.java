package cms.platform.http;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.body.PartReader;
import cms.platform.http.body.RequestBody;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A {@code multipart/form-data} body (RFC 7578), read part by part; large parts are in nameless files. What a client
 * states as the type of a part is not read: the kind of a file is decided by its bytes.
 */
public final class Multipart {
    private static final Pattern BOUNDARY =
            Pattern.compile("boundary=(?:\"([^\"]{1,70})\"|([^\\s\";,]{1,70}))", Pattern.CASE_INSENSITIVE);

    private final List<Part> parts;

    /** How a part is treated that is longer than a part may be. */
    public enum TooLong {
        /** The request is refused (413). */
        REFUSED,
        /** The end of the part is dropped, and the part is marked as cut. */
        CUT
    }

    /**
     * One part.
     *
     * @param fileName as the client named it; empty for a plain value. Only a hint, never used as the name of a file
     * @param isCut whether it was longer than allowed and its end was dropped
     */
    public record Part(String name, Optional<String> fileName, Received content, boolean isCut) {
        public String text() {
            return new String(bytes(), StandardCharsets.UTF_8);
        }

        /** All bytes in memory, up to the size of content. */
        public byte[] bytes() {
            return content.bytes(Routes.CONTENT_BYTES_MAX);
        }
    }

    private Multipart(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /** The first file of that name; plain values are skipped. */
    public Optional<Part> file(String name) {
        return files(name).stream().findFirst();
    }

    public List<Part> files(String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name) && part.fileName().isPresent())
                .toList();
    }

    /** Every file, whatever its name. */
    public List<Part> files() {
        return parts.stream().filter(part -> part.fileName().isPresent()).toList();
    }

    /** Every plain value by its name, in the order in which they came. */
    public Map<String, List<String>> texts() {
        return parts.stream()
                .filter(part -> part.fileName().isEmpty())
                .collect(Collectors.groupingBy(
                        Part::name, LinkedHashMap::new, Collectors.mapping(Part::text, Collectors.toList())));
    }

    public Optional<String> text(String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name) && part.fileName().isEmpty())
                .map(Part::text)
                .findFirst();
    }

    /**
     * @throws Failure UNSUPPORTED_MEDIA_TYPE for another media type, INVALID for a body that is not well formed, has
     *     more than 50 parts or none, TOO_LARGE for a part beyond {@code partBytesMax} that is refused
     */
    static Multipart read(String contentType, RequestBody body, long bytesMax, long partBytesMax, TooLong tooLong) {
        if (!contentType.strip().toLowerCase(Locale.ROOT).startsWith("multipart/form-data")) {
            if (!body.isThere()) {
                throw Failure.invalid("This request needs a multipart/form-data body.");
            }
            throw Failure.of(FailureKind.UNSUPPORTED_MEDIA_TYPE, "Send the body as multipart/form-data.");
        }
        Matcher boundary = BOUNDARY.matcher(contentType);
        if (!boundary.find()) {
            throw PartReader.malformed();
        }
        String mark = boundary.group(1) == null ? boundary.group(2) : boundary.group(1);
        PartReader reader = new PartReader(mark, body, partBytesMax, tooLong == TooLong.CUT);
        InputStream in = body.stream(bytesMax);
        return new Multipart(reader.read(in).stream()
                .map(part -> new Part(
                        part.name(), Optional.ofNullable(part.fileName()), new Received(part.content()), part.isCut()))
                .toList());
    }
}
