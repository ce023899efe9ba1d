package cms.platform.http;

import cms.platform.crypto.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * A plain HTML page of ours: one look, and a content security policy that runs nothing but the page's own script.
 *
 * @param body trusted HTML whose variable parts went through {@link #escape}
 * @param script runs at the end of the page; named in the policy by its hash
 * @param formTargets where forms may lead besides this origin, as policy sources
 */
public record Page(String title, String body, Optional<String> script, String formTargets) {
    private static final String STYLE = """
            :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
            body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.25rem }
            h1 { font-size: 1.6rem; line-height: 1.2 }
            h2 { font-size: 1.15rem; margin-top: 2rem }
            label { display: block; margin-top: 1rem }
            input, button { font: inherit; padding: .5rem .75rem; border: 1px solid GrayText; border-radius: .4rem }
            input { box-sizing: border-box; width: 100% }
            button { cursor: pointer; margin: 1rem .5rem 0 0 }
            pre { overflow-x: auto; padding: 1rem; border: 1px solid GrayText; border-radius: .4rem; white-space: pre-wrap }
            iframe { width: 100%; height: 16rem; border: 1px solid GrayText; border-radius: .4rem; background: white }
            [role=alert] { border-left: .25rem solid crimson; padding-left: .75rem }
            """;

    public static Page of(String title, String body) {
        return new Page(title, body, Optional.empty(), "");
    }

    public Page withScript(String newScript) {
        return new Page(title, body, Optional.of(newScript), formTargets);
    }

    public Page allowingFormsTo(String sources) {
        return new Page(title, body, script, " " + sources);
    }

    /** Text for element content and quoted attribute values. */
    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    public Answer answer() {
        String html = """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <style>%s</style>
                </head>
                <body>
                <main>
                %s
                </main>
                %s
                </body>
                </html>
                """.formatted(
                        escape(title),
                        STYLE,
                        body,
                        script.map(text -> "<script>" + text + "</script>").orElse(""));
        return Answer.html(html)
                .withHeader("Content-Security-Policy", policy())
                .withHeader("X-Frame-Options", "DENY")
                .withHeader("Referrer-Policy", "no-referrer");
    }

    private String policy() {
        return "default-src 'none'; style-src " + source(STYLE)
                + script.map(text -> "; script-src " + source(text) + "; connect-src 'self'")
                        .orElse("")
                + "; img-src 'self' data:; form-action 'self'" + formTargets
                + "; base-uri 'none'; frame-ancestors 'none'";
    }

    private static String source(String inline) {
        byte[] hash = Hashes.sha256(inline.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    }
}
