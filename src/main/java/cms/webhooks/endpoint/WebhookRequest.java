package cms.webhooks.endpoint;

import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.json.VisibleName;
import cms.platform.net.AddressGuard;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The members of a request about a receiver; each is empty where it was not sent. */
public record WebhookRequest(
        Optional<String> name,
        Optional<URI> url,
        Optional<Set<EventKind>> events,
        Optional<List<String>> models,
        Optional<Map<String, String>> headers,
        Optional<Boolean> active) {
    private static final WebhookRequest NOTHING = new WebhookRequest(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    private static final int NAME_CHARS_MAX = 100;
    private static final int MODELS_MAX = 100;
    private static final int MODEL_CHARS_MAX = 200;
    private static final int HEADERS_MAX = 10;
    private static final int HEADER_CHARS_MAX = 2_000;
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?");
    private static final Pattern RESERVED =
            Pattern.compile("host|connection|transfer-encoding|te|upgrade|trailer|expect|keep-alive|proxy-.*|content-.*"
                    + "|webhook-.*|x-cms-.*");

    /**
     * The request for a new webhook.
     *
     * @throws Failure INVALID for an invalid member, also for a URL that leads into a private network
     */
    public static WebhookRequest parse(Body body, AddressGuard guard) {
        return parse(body, guard, text -> VisibleName.parse("name", text, NAME_CHARS_MAX));
    }

    /** The same for a change of a webhook, whose stored name may be sent back. */
    public static WebhookRequest parse(Body body, AddressGuard guard, Webhook stored) {
        return parse(body, guard, text -> VisibleName.parse("name", text, NAME_CHARS_MAX, stored.name()));
    }

    private static WebhookRequest parse(Body body, AddressGuard guard, UnaryOperator<String> name) {
        return new WebhookRequest(
                body.text("name").map(name),
                body.text("url").map(text -> url(text, guard)),
                body.has("events")
                        ? Optional.of(
                                EventKind.subscription(body.texts("events").orElse(List.of())))
                        : Optional.empty(),
                body.texts("models").map(WebhookRequest::models),
                body.object("headers").map(WebhookRequest::headers),
                body.flag("active"));
    }

    /** Whether it names no member of a receiver. */
    public boolean isEmpty() {
        return equals(NOTHING);
    }

    private static URI url(String text, AddressGuard guard) {
        try {
            URI url = guard.check(new URI(text.strip()));
            if (!"https".equalsIgnoreCase(url.getScheme())) {
                throw Failure.invalid("`url` must be an HTTPS URL.");
            }
            return url;
        } catch (URISyntaxException malformed) {
            throw Failure.invalid("`url` must be an HTTPS URL.").causedBy(malformed);
        }
    }

    private static List<String> models(List<String> ids) {
        boolean odd = ids.stream().anyMatch(id -> id.isBlank() || id.length() > MODEL_CHARS_MAX);
        if (ids.size() > MODELS_MAX || odd) {
            throw Failure.invalid("`models` must be at most " + MODELS_MAX + " ids of models.");
        }
        return ids.stream().distinct().toList();
    }

    private static Map<String, String> headers(Body given) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> header : given.json().properties()) {
            String name = header.getKey();
            String value = header.getValue().isString() ? header.getValue().asString() : "";
            boolean reserved = RESERVED.matcher(name.toLowerCase(Locale.ROOT)).matches();
            if (!TOKEN.matcher(name).matches() || reserved) {
                throw Failure.invalid("A name in `headers` is no header of yours to set: Host, Connection, Content-*,"
                        + " webhook-* and X-Cms-* are the service's.");
            }
            if (value.length() > HEADER_CHARS_MAX || !VISIBLE.matcher(value).matches()) {
                throw Failure.invalid("Each of `headers` must be one line of visible ASCII characters.");
            }
            headers.put(name, value);
        }
        if (headers.size() > HEADERS_MAX) {
            throw Failure.invalid("`headers` may have at most " + HEADERS_MAX + " members.");
        }
        return headers;
    }
}
