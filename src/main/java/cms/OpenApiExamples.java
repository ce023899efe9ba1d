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
 * Adds the examples of one room to its operations.
 *
 * <p>They are in {@code openapi/examples/<room>.txt}, one in each line: the operation, {@code request} or the status,
 * and the JSON. Each was sent or answered in a test; {@code ObservedContract} collects them.
 */
final class OpenApiExamples {
    private static final Pattern OPERATION = Pattern.compile(" {6}operationId: (\\S+)");
    private static final Pattern STATUS = Pattern.compile(" {8}'([0-9]{3})':.*");
    private static final Pattern JSON = Pattern.compile("( {10,12}application/json:)(.*)");

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
        Matcher json = JSON.matcher(line);
        if (named.matches()) {
            operation = named.group(1);
        } else if (line.equals("      requestBody:")) {
            part = "request";
        } else if (status.matches()) {
            part = status.group(1);
        } else if (json.matches()) {
            String example = examples.get(operation + " " + part);
            return example == null ? line : shown(json.group(1), json.group(2).strip(), example);
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
