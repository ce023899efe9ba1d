package cms.access;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The table of {@code access/matrix.txt}.
 *
 * @param callers each caller with the column that it stands in
 */
record Matrix(Map<String, String> callers, List<Row> rows) {
    private static final String W = "/api/workspaces/{workspaceId}";

    /**
     * One route.
     *
     * @param cells the expected status by column, {@code ok} where the column {@code ok} counts
     * @param ok the status of whoever is allowed
     * @param target whether that status is about a missing target
     * @param sent the query, with its question mark, or the JSON body; empty for none
     * @param parameters values of path parameters that differ from what exists
     */
    record Row(
            String method,
            String path,
            Map<String, String> cells,
            int ok,
            boolean target,
            String sent,
            Map<String, String> parameters) {
        String name() {
            return method + " " + path;
        }

        boolean allows(String column) {
            return cells.get(column).equals("ok");
        }

        int status(String column) {
            return allows(column) ? ok : Integer.parseInt(cells.get(column));
        }
    }

    /** @param name method and path, as of a route */
    Row row(String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
    }

    static Matrix read() {
        try (InputStream file = Matrix.class.getResourceAsStream("/access/matrix.txt")) {
            return parse(new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Matrix parse(String text) {
        Map<String, String> callers = new LinkedHashMap<>();
        List<String> columns = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        for (String line : text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList()) {
            if (line.startsWith("@")) {
                String[] words = line.substring(1).split("\\s+");
                columns.add(words[0]);
                Arrays.stream(words).skip(1).forEach(caller -> callers.put(caller, words[0]));
            } else {
                rows.add(row(line, columns));
            }
        }
        return new Matrix(callers, rows);
    }

    private static Row row(String line, List<String> columns) {
        String[] parts = line.split("\\s*\\|\\s*");
        String[] words = parts[0].strip().split("\\s+");
        String path =
                words[1].replaceFirst("^P(?=/|$)", "W/projects/{projectId}").replaceFirst("^W(?=/|$)", W);
        boolean same = parts[1].startsWith("all ");
        if (!same && words.length != columns.size() + 2) {
            throw new IllegalStateException("Not one cell a column: " + line);
        }
        Map<String, String> cells = new LinkedHashMap<>();
        for (int column = 0; column < columns.size(); column++) {
            cells.put(columns.get(column), same ? "ok" : words[column + 2]);
        }
        String ok = same ? parts[1].substring("all ".length()) : parts[1];
        boolean target = ok.endsWith("t");
        String rest = parts.length > 2 ? parts[2] : "";
        boolean isSent = rest.startsWith("?") || rest.startsWith("{");
        Map<String, String> parameters = new LinkedHashMap<>();
        if (!isSent && !rest.isEmpty()) {
            for (String word : rest.split("\\s+(?=[a-zA-Z]+=)")) {
                parameters.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
            }
        }
        return new Row(
                words[0],
                path,
                cells,
                Integer.parseInt(target ? ok.substring(0, ok.length() - 1) : ok),
                target,
                isSent ? rest : "",
                parameters);
    }
}
