package cms.platform.http;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.eclipse.jetty.util.Promise;

/** A {@code multipart/form-data} body (RFC 7578), read part by part. */
public final class Multipart {
    private static final int PARTS_MAX = 50;
    private static final int PART_HEADER_BYTES_MAX = 4 * 1024;
    private static final Pattern BOUNDARY =
            Pattern.compile("boundary=(?:\"([^\"]{1,70})\"|([^\\s\";,]{1,70}))", Pattern.CASE_INSENSITIVE);

    private final List<Part> parts;

    /**
     * One part.
     *
     * @param fileName as the client calls it; empty for a plain value. A hint at most: it names no file of ours
     * @param contentType what the client says it is; bytes decide
     */
    public record Part(String name, Optional<String> fileName, String contentType, byte[] bytes) {
        public String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private Multipart(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /** The first file of that name; a plain value of the name is none. */
    public Optional<Part> file(String name) {
        return files(name).stream().findFirst();
    }

    public List<Part> files(String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name) && part.fileName().isPresent())
                .toList();
    }

    public Optional<String> text(String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name) && part.fileName().isEmpty())
                .map(Part::text)
                .findFirst();
    }

    /**
     * @throws Failure UNSUPPORTED_MEDIA_TYPE for another media type, INVALID for a body that is not well formed, has
     *     more than 50 parts or none
     */
    static Multipart parse(String contentType, byte[] body) {
        Matcher boundary = BOUNDARY.matcher(contentType);
        if (!contentType.strip().toLowerCase(Locale.ROOT).startsWith("multipart/form-data")) {
            if (body.length == 0) {
                throw Failure.invalid("This request needs a multipart/form-data body.");
            }
            throw Failure.of(FailureKind.UNSUPPORTED_MEDIA_TYPE, "Send the body as multipart/form-data.");
        }
        if (!boundary.find()) {
            throw malformed();
        }
        String mark = boundary.group(1) == null ? boundary.group(2) : boundary.group(1);
        MultiPartFormData.Parser parser = new MultiPartFormData.Parser(mark);
        parser.setMaxParts(PARTS_MAX);
        parser.setPartHeadersMaxLength(PART_HEADER_BYTES_MAX);
        parser.setMaxLength(body.length);
        parser.setMaxFileSize(body.length);
        parser.setMaxMemoryFileSize(body.length);
        Parsed parsed = new Parsed();
        parser.parse(new ByteBufferContentSource(ByteBuffer.wrap(body)), parsed);
        try (MultiPartFormData.Parts found = parsed.join()) {
            List<Part> parts = new ArrayList<>();
            for (MultiPart.Part part : found) {
                parts.add(part(part));
            }
            return new Multipart(parts);
        } catch (CompletionException | IllegalArgumentException | IllegalStateException broken) {
            throw malformed().causedBy(broken);
        }
    }

    private static Part part(MultiPart.Part part) {
        String type = part.getHeaders().get("Content-Type");
        String name = part.getName();
        if (name == null) {
            throw malformed();
        }
        Content.Source source = part.getContentSource();
        ByteBuffer content = source == null ? ByteBuffer.allocate(0) : content(source);
        byte[] bytes = new byte[content.remaining()];
        content.get(bytes);
        return new Part(name, Optional.ofNullable(part.getFileName()), type == null ? "" : type, bytes);
    }

    private static ByteBuffer content(Content.Source source) {
        try {
            return Content.Source.asByteBuffer(source);
        } catch (IOException impossible) {
            throw malformed().causedBy(impossible);
        }
    }

    /** All bytes are here already, so the result is too when the parser returns. */
    private static final class Parsed extends CompletableFuture<MultiPartFormData.Parts>
            implements Promise.Invocable<MultiPartFormData.Parts> {
        @Override
        public void succeeded(MultiPartFormData.Parts parts) {
            complete(parts);
        }

        @Override
        public void failed(Throwable reason) {
            completeExceptionally(reason);
        }
    }

    private static Failure malformed() {
        return Failure.invalid("The multipart body is not well formed.");
    }
}
