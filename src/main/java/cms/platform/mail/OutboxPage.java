package cms.platform.mail;

import cms.platform.http.Answer;
import cms.platform.http.Page;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The outbox as a page and as JSON (design 2.1). */
final class OutboxPage {
    private OutboxPage() {}

    static Answer html(List<OutboxMessage> messages) {
        String list = messages.isEmpty()
                ? "<p>No mail has been sent yet.</p>"
                : messages.stream().map(OutboxPage::article).collect(Collectors.joining("\n"));
        return Page.of("Outbox", """
                <h1>Outbox</h1>
                <p>This service has no mail server, so every mail it would send stands here, newest first.</p>
                """ + list).answer();
    }

    /** {@code { messages: [{ to, subject, text, html, sentAt }] }}. */
    static Answer json(List<OutboxMessage> messages) {
        return Answer.json(Map.of(
                "messages",
                messages.stream()
                        .map(message -> Map.of(
                                "to", message.mail().to(),
                                "subject", message.mail().subject(),
                                "text", message.mail().text(),
                                "html", message.mail().html(),
                                "sentAt", message.sentAt().toString()))
                        .toList()));
    }

    /** A mail in a frame that runs no script; its links open a new page. */
    private static String article(OutboxMessage message) {
        return """
                <article>
                <h2>%s</h2>
                <p>To %s, <time datetime="%4$s">%4$s</time></p>
                <iframe title="Mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="%3$s"></iframe>
                <details><summary>As text</summary><pre>%5$s</pre></details>
                </article>
                """.formatted(
                        Page.escape(message.mail().subject()),
                        Page.escape(message.mail().to()),
                        Page.escape(message.mail().html()),
                        message.sentAt(),
                        Page.escape(message.mail().text()));
    }
}
