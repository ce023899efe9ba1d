package cms.forms.export;

import cms.platform.http.Answer;
import cms.platform.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Exports the submissions of a form as one file; one page of them is in memory at a time. */
public final class Export {
    /** The columns of each line beside the fields. */
    private static final List<String> ABOUT = List.of("id", "status", "created_at", "locale");

    private Export() {}

    /**
     * The source of rows.
     *
     * @param next the rows behind one of them; none at the end
     * @param json a row as answers show it
     */
    public record Pages<T>(Function<Optional<T>, List<T>> next, Function<T, ObjectNode> json) {}

    /** CSV with a header: the fields in their order, then id, status, created_at and locale. */
    public static <T> Answer csv(String name, List<String> fields, Pages<T> pages) {
        List<JsonNode> header = new ArrayList<>();
        fields.forEach(field -> header.add(Json.tree(field)));
        ABOUT.forEach(about -> header.add(Json.tree(about)));
        Answer.Source source = out -> {
            write(out, Csv.BYTE_ORDER_MARK + Csv.line(header));
            each(pages, row -> Csv.line(cells(fields, row)), out);
        };
        return file("text/csv; charset=utf-8; header=present", name + ".csv", source);
    }

    /** Lines of JSON, each with a row as answers show it. */
    public static <T> Answer lines(String name, Pages<T> pages) {
        return file("application/x-ndjson", name + ".ndjson", out -> each(pages, row -> Json.text(row) + "\n", out));
    }

    private static <T> void each(Pages<T> pages, Function<ObjectNode, String> line, OutputStream out)
            throws IOException {
        List<T> page = pages.next().apply(Optional.empty());
        while (!page.isEmpty()) {
            for (T row : page) {
                write(out, line.apply(pages.json().apply(row)));
            }
            page = pages.next().apply(Optional.of(page.getLast()));
        }
    }

    private static List<JsonNode> cells(List<String> fields, ObjectNode row) {
        List<JsonNode> cells = new ArrayList<>();
        fields.forEach(field -> cells.add(row.path("data").path(field)));
        ABOUT.forEach(about -> cells.add(row.path(about)));
        return cells;
    }

    private static Answer file(String contentType, String name, Answer.Source source) {
        return Answer.streamed(contentType, source)
                .withHeader("Content-Disposition", "attachment; filename=\"" + name + "\"")
                .withHeader("Cache-Control", "no-store");
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
