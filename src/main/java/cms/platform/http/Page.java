package cms.platform.http;

import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * A plain HTML page of this service: one style, and a content security policy that runs only the page's own script.
 *
 * @param body trusted HTML whose variable parts went through {@link #escape}
 * @param script run at the end of the page; allowed in the policy by its hash
 * @param formTargets targets of forms besides this origin, as policy sources
 */
public record Page(String title, String body, Optional<String> script, String formTargets) {
    private static final String STYLE = """
        :root { color-scheme: light dark; font: 15px/24px ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
          --line: light-dark(#dadee3, #2e333b); --edge: light-dark(#80878f, #737b86); --accent: light-dark(#0c60a3, #72b8f2) }
        body { margin: 0; background: light-dark(#f9fafc, #101419); color: light-dark(#192029, #e5e8ec); padding: 10vh 16px 48px }
        main { box-sizing: border-box; max-width: 42rem; margin: 0 auto; padding: 32px; background: light-dark(#fff, #181c22);
          border: 1px solid var(--line); border-radius: 10px }
        h1 { font-size: 24px; line-height: 32px; margin: 0 0 16px }
        h2 { font-size: 18px; line-height: 26px; margin-top: 32px }
        a { color: var(--accent) }
        label { display: block; margin-top: 16px; font-weight: 500 }
        input, button, select { font: inherit; color: inherit; background: light-dark(#fff, #181c22); padding: 6px 12px; border: 1px solid var(--edge);
          border-radius: 6px; min-height: 36px }
        input, select { box-sizing: border-box; width: 100% }
        input[type=checkbox] { width: auto; min-height: 0 }
        button { cursor: pointer; margin: 16px 8px 0 0; font-weight: 500 }
        button:hover { background: light-dark(#eaedf2, #22272e) }
        button:is([data-provider]:not([data-provider] ~ *), [value=allow]), main:not(:has([data-provider])) button[type=submit]:only-of-type {
          background: var(--accent); border-color: var(--accent); color: light-dark(#fff, #0b121a) }
        button:is([data-provider]:not([data-provider] ~ *), [value=allow]):hover,
        main:not(:has([data-provider])) button[type=submit]:only-of-type:hover { background: light-dark(#0a5390, #8cc5f5) }
        :focus-visible { outline: 2px solid light-dark(#0073cf, #43acfb); outline-offset: 2px }
        main:has([data-provider]) { max-width: 22rem }
        main:has([data-provider]) button { display: block; width: 100%; margin-right: 0 }
        main:has([data-provider]) form { margin-top: 24px; padding-top: 8px; border-top: 1px solid var(--line) }
        pre { overflow-x: auto; padding: 12px; border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap }
        iframe { width: 100%; height: 16rem; border: 1px solid var(--line); border-radius: 6px; background: white }
        [role=alert] { border-left: 3px solid light-dark(#b32228, #f98e8b); padding-left: 12px }
        """;

    public static Page of(String title, String body) {
        return new Page(title, body, Optional.empty(), "");
    }

    /**
     * A failure as a page, for a person whom another site has led here; programs get the failure as any other (spec 7).
     *
     * @throws Failure {@code failed}, where the request is not one of a browser that opens a page
     */
    public static Answer ofFailure(Request request, String title, Failure failed) {
        boolean opens = request.header("Accept").orElse("").contains("text/html");
        if (!opens || request.header("Authorization").isPresent()) {
            throw failed;
        }
        return of(title, """
                <h1>%s</h1>
                <p role="alert">%s</p>
                <p><a href="/">Go to the start</a></p>
                """.formatted(escape(title), escape(failed.message())))
                .answer()
                .withStatus(StatusTable.status(failed.kind()));
    }

    public Page withScript(String newScript) {
        return new Page(title, body, Optional.of(newScript), formTargets);
    }

    /**
     * Allows forms to these targets; browsers then send with the form that it comes from this origin, which is checked.
     */
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
            <link rel="icon" href="data:,">
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
                .withHeader("Referrer-Policy", formTargets.isEmpty() ? "no-referrer" : "same-origin");
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
