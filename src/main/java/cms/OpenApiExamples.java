package cms;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Adds the examples of one room to its operations, and those of the refusals that operations share.
 *
 * <p>They are in {@code openapi/examples/<room>.txt}, one in each line: the operation, {@code request}, the status or
 * {@code event} for one of a stream, and the JSON; of a refusal its name and {@code response}. Each was sent or
 * answered in a test; {@code ObservedContract} collects them.
 */
final class OpenApiExamples {
    private static final Pattern OPERATION = Pattern.compile(" {6}operationId: (\\S+)");
    private static final Pattern SHARED = Pattern.compile(" {4}([A-Z]\\w+):");
    private static final Pattern STATUS = Pattern.compile(" {8}'([0-9]{3})':.*");
    private static final Pattern MEDIA = Pattern.compile("( {8,12}(application/json|text/event-stream):)(.*)");

    private final Map<String, String> examples = new HashMap<>();
    private String operation = "";
    private String part = "";

    private OpenApiExamples(String lines) {
        lines.lines().forEach(line -> {
            int json = line.indexOf(' ', line.indexOf(' ') + 1);
            examples.put(line.substring(0, json), line.substring(json + 1));
        });
    }

    /** The examples of a room; none when it has no such file. */
    static OpenApiExamples of(String room) {
        try (InputStream in = OpenApiExamples.class.getResourceAsStream("/openapi/examples/" + room + ".txt")) {
            return new OpenApiExamples(in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** The next line of the room's file, with the example that belongs to that place, if there is one. */
    String with(String line) {
        Matcher named = OPERATION.matcher(line);
        Matcher status = STATUS.matcher(line);
        Matcher shared = SHARED.matcher(line);
        Matcher media = MEDIA.matcher(line);
        if (named.matches()) {
            operation = named.group(1);
        } else if (shared.matches()) {
            operation = shared.group(1);
            part = "response";
        } else if (line.equals("      requestBody:")) {
            part = "request";
        } else if (status.matches()) {
            part = status.group(1);
        } else if (media.matches()) {
            boolean json = media.group(2).equals("application/json");
            String example = examples.get(operation + " " + (json ? part : "event"));
            return example == null ? line : shown(media.group(1), media.group(3).strip(), example);
        }
        return line;
    }

    private static String shown(String key, String media, String example) {
        if (media.isEmpty()) {
            return key + "\n" + " ".repeat(key.length() - key.stripLeading().length() + 2) + "example: " + example;
        }
        String members = media.substring(1, media.length() - 1).strip();
        return key + " { " + members + (members.isEmpty() ? "" : ", ") + "example: " + example + " }";
    }
}
