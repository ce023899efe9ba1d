package cms.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Reads the mail that the service kept, as design 2.1 shows it to programs. */
public final class Outbox {
    private static final Pattern LINK = Pattern.compile("https?://[^\\s\"<>]+");

    private final Http http;

    /** One mail. */
    public record Message(String to, String subject, String text, String html) {
        /** Every address in the text, in order. */
        public List<String> links() {
            List<String> links = new ArrayList<>();
            for (Matcher matcher = LINK.matcher(text); matcher.find(); ) {
                links.add(matcher.group());
            }
            return links;
        }
    }

    public Outbox(Http http) {
        this.http = http.with("Accept", "application/json");
    }

    /** Newest first. */
    public List<Message> messages() {
        return http.get("/outbox")
                .is(200)
                .json()
                .get("messages")
                .valueStream()
                .map(Outbox::message)
                .toList();
    }

    /** Newest first; empty when that person got none. */
    public List<Message> messagesTo(String email) {
        return messages().stream().filter(message -> message.to().equals(email)).toList();
    }

    private static Message message(JsonNode json) {
        return new Message(
                json.get("to").stringValue(),
                json.get("subject").stringValue(),
                json.get("text").stringValue(),
                json.get("html").stringValue());
    }
}
