package cms;

import cms.format.language.Schemas;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves the descriptions of the service: {@code GET /openapi.yaml} of every mounted route, {@code GET /schemas/*.json}
 * of the files of content. Each room describes its own in {@code openapi/<room>.yaml}, with {@code paths} and the
 * {@code components} that no other room uses; they are joined here, with {@link OpenApiExamples}. A test compares the
 * result with the routes.
 */
public final class OpenApiRoutes {
    /** The parts in the order of the document; the first one has the components that several rooms use. */
    private static final List<String> PARTS = List.of(
            "shared",
            "service",
            "auth",
            "workspace",
            "usage",
            "billing",
            "githost",
            "project",
            "content",
            "review",
            "activity",
            "media",
            "delivery",
            "forms",
            "agent",
            "mcp",
            "conversation",
            "webhooks",
            "web");

    private static final String COMPONENTS = "components:";

    private final Map<String, ObjectNode> schemas = Schemas.all();

    /**
     * The document, joined at the first request: few instances are ever asked, and it took a sixth of the computing of
     * a start.
     */
    private static final class Whole {
        static final Answer FILE = Answer.text("application/yaml; charset=utf-8", document());
    }

    void routes(Routes routes) {
        routes.on(Surface.PUBLIC)
                .get("/openapi.yaml{?others*}", request -> Whole.FILE)
                .get("/schemas/{schema}{?others*}", this::schema);
    }

    /** The JSON Schema of a file that people write by hand, for their editors. */
    private Answer schema(Request request) {
        ObjectNode schema = schemas.get(request.pathParameter("schema"));
        if (schema == null) {
            throw Failure.notFound("There is no such schema; there are "
                    + String.join(", ", schemas.keySet().stream().sorted().toList()) + ".");
        }
        return Answer.json(schema);
    }

    /** The whole document in the form that is served. */
    public static String document() {
        Map<String, StringBuilder> sections = new LinkedHashMap<>();
        for (String part : PARTS) {
            OpenApiExamples examples = OpenApiExamples.of(part);
            Joining joining = new Joining(sections);
            read(part).lines().map(examples::with).forEach(joining::take);
        }
        StringBuilder whole = new StringBuilder();
        sections.forEach((heading, lines) -> {
            if (heading.startsWith("  ") && whole.indexOf("\n" + COMPONENTS) < 0) {
                whole.append(COMPONENTS).append('\n');
            }
            whole.append(heading).append('\n').append(lines);
        });
        return whole.toString();
    }

    private static String read(String part) {
        String name = "/openapi/" + part + ".yaml";
        try (InputStream in = OpenApiRoutes.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Inserts the lines of one part below the headings of the document: top-level sections and kinds of components. */
    private static final class Joining {
        private final Map<String, StringBuilder> sections;
        private StringBuilder current = new StringBuilder();
        private boolean inComponents;

        Joining(Map<String, StringBuilder> sections) {
            this.sections = sections;
        }

        void take(String line) {
            boolean top = !line.startsWith(" ") && !line.isEmpty();
            if (top) {
                inComponents = line.equals(COMPONENTS);
            }
            boolean kind = inComponents && line.startsWith("  ") && line.charAt(2) != ' ';
            if (kind || (top && !inComponents)) {
                current = sections.computeIfAbsent(line, heading -> new StringBuilder());
            } else if (!top) {
                current.append(line).append('\n');
            }
        }
    }
}
