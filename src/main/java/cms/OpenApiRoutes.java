package cms;

import cms.platform.http.Answer;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** {@code GET /openapi.yaml}: the description of every mounted route. A test holds it against the routes. */
final class OpenApiRoutes {
    private final Answer file = Answer.text("application/yaml; charset=utf-8", read());

    void routes(Routes routes) {
        routes.on(Surface.PUBLIC).get("/openapi.yaml", request -> file);
    }

    private static String read() {
        try (InputStream in = OpenApiRoutes.class.getResourceAsStream("/openapi.yaml")) {
            return new String(Objects.requireNonNull(in, "openapi.yaml").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
