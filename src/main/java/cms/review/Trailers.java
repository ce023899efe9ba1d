package cms.review;

import cms.format.ContextFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The last paragraph of a commit message: who acted, through what, on what (reference 2.6). */
final class Trailers {
    private static final String CO_AUTHOR = "Co-Authored-By";
    private static final String ACTOR = "Cms-Actor";
    private static final String CLIENT = "Cms-Client";
    private static final String VIA = "Cms-Via";
    private static final String TOOL = "Cms-Tool";
    private static final String MODEL = "Cms-Model";
    private static final String LOCALE = "Cms-Locale";
    private static final String ENTRIES = "Cms-Entries";
    private static final int ENTRIES_MAX = 500;

    private Trailers() {}

    /** A message with the trailers of a change. */
    static String message(String text, Actor actor, Operation operation) {
        List<String> lines = person(actor);
        add(lines, TOOL, operation.tool());
        add(lines, MODEL, operation.model());
        add(lines, LOCALE, operation.locale());
        add(
                lines,
                ENTRIES,
                String.join(" ", operation.entries().stream().limit(ENTRIES_MAX).toList()));
        return text.strip() + "\n\n" + String.join("\n", lines) + "\n";
    }

    /** A message with the trailers of somebody who moves what others wrote. */
    static String message(String text, Actor actor) {
        return text.strip() + "\n\n" + String.join("\n", person(actor)) + "\n";
    }

    /** What the trailers of a commit say that it did; a commit from outside has none and gets the fallback's words. */
    static Operation operation(String message, Operation fallback) {
        Map<String, String> found = read(message);
        if (!found.containsKey(TOOL)) {
            return fallback;
        }
        String entries = found.getOrDefault(ENTRIES, "");
        return new Operation(
                found.getOrDefault(TOOL, ""),
                found.getOrDefault(MODEL, ""),
                found.getOrDefault(LOCALE, ""),
                entries.isEmpty() ? List.of() : Arrays.asList(entries.split(" ")));
    }

    /** The kind of program that a commit came through; empty for a commit from outside. */
    static Optional<ContextFile.Client> client(String message) {
        String stated = read(message).getOrDefault(CLIENT, "");
        return Arrays.stream(ContextFile.Client.values())
                .filter(client -> client.wireName().equals(stated))
                .findFirst();
    }

    private static List<String> person(Actor actor) {
        List<String> lines = new ArrayList<>();
        add(lines, CO_AUTHOR, actor.email());
        add(lines, ACTOR, actor.id());
        add(lines, CLIENT, actor.client().wireName());
        String via = actor.via();
        add(lines, VIA, via == null ? "" : via);
        return lines;
    }

    private static void add(List<String> lines, String name, String value) {
        String line = value.replaceAll("\\p{Cntrl}+", " ").strip();
        if (!line.isEmpty()) {
            lines.add(name + ": " + line);
        }
    }

    private static Map<String, String> read(String message) {
        String text = message.strip();
        int start = text.lastIndexOf("\n\n");
        Map<String, String> found = new LinkedHashMap<>();
        if (start < 0) {
            return found;
        }
        text.substring(start + 2).lines().forEach(line -> {
            int colon = line.indexOf(": ");
            if (colon > 0 && line.toLowerCase(Locale.ROOT).startsWith("cms-")) {
                found.putIfAbsent(line.substring(0, colon), line.substring(colon + 2));
            }
        });
        return found;
    }
}
