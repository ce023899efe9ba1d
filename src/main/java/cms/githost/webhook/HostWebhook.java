package cms.githost.webhook;

import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.http.Request;
import cms.platform.json.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A webhook of the remote host, whose signature was checked.
 *
 * @param deliveryId the same when the host sends it again
 * @param content hash of the signed JSON: a replayed body is recognised under another delivery id and another event,
 *     which the signature does not cover
 * @param event {@code push}, {@code installation}, ...
 */
public record HostWebhook(String deliveryId, String content, String event, JsonNode json) {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String FORM_MEMBER = "payload=";
    private static final String BRANCHES = "refs/heads/";
    private static final int NAME_CHARS_MAX = 200;

    /** @throws Failure INVALID for an empty body and for anything but a JSON object */
    public static HostWebhook read(Request request, byte[] body) {
        if (body.length == 0) {
            throw Failure.invalid("The body is empty.");
        }
        JsonNode json = request.header("Content-Type").orElse("").startsWith(FORM)
                ? Json.sent(
                        payload(new String(body, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8),
                        request.budget())
                : Json.sent(body, request.budget());
        if (!json.isObject()) {
            throw Failure.invalid("The body must be a JSON object.");
        }
        String event = request.header("X-GitHub-Event").orElse("");
        if (event.isBlank() || event.length() > NAME_CHARS_MAX) {
            throw Failure.invalid("The header X-GitHub-Event is missing or too long; it names the event.");
        }
        String content = Hashes.sha256Hex(Json.text(json));
        String id = request.header("X-GitHub-Delivery")
                .filter(text -> !text.isBlank() && text.length() <= NAME_CHARS_MAX)
                .orElse(content);
        return new HostWebhook(id, content, event, json);
    }

    public String action() {
        return json.path("action").asString("");
    }

    public long repositoryId() {
        return json.path("repository").path("id").asLong(0);
    }

    /** {@code owner/name}; empty when the webhook is not about a repository. */
    public Optional<String> repository() {
        return text(json.path("repository").path("full_name"));
    }

    public long installationId() {
        return json.path("installation").path("id").asLong(0);
    }

    /** The branch that was pushed; empty for tags. */
    public Optional<String> branch() {
        return text(json.path("ref"))
                .filter(ref -> ref.startsWith(BRANCHES))
                .map(ref -> ref.substring(BRANCHES.length()));
    }

    /** A commit id; empty where the host writes zeros for nothing. */
    public Optional<String> commit(String member) {
        return text(json.path(member)).filter(id -> !id.matches("0*"));
    }

    private static Optional<String> text(JsonNode node) {
        return node.isString() ? Optional.of(node.asString()) : Optional.empty();
    }

    private static String payload(String form) {
        for (String pair : form.split("&")) {
            if (pair.startsWith(FORM_MEMBER)) {
                try {
                    return URLDecoder.decode(pair.substring(FORM_MEMBER.length()), StandardCharsets.UTF_8);
                } catch (IllegalArgumentException malformed) {
                    throw Failure.invalid("The body is no well-formed form.").causedBy(malformed);
                }
            }
        }
        throw Failure.invalid("The body is a form without the member `payload`.");
    }
}
