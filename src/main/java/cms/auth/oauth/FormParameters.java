package cms.auth.oauth;

import cms.platform.net.WebRequest;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Parameters in the form encoding of OAuth: in the query of a URL, or as the body of a POST. */
public final class FormParameters {
    private final StringBuilder pairs = new StringBuilder();

    public FormParameters with(String name, String value) {
        pairs.append(pairs.isEmpty() ? "" : "&").append(name).append('=').append(encode(value));
        return this;
    }

    /** The URL with these parameters appended to its query. */
    public String behind(URI url) {
        return url + (url.getRawQuery() == null ? "?" : "&") + pairs;
    }

    public WebRequest postTo(URI url) {
        return WebRequest.post(
                url, "application/x-www-form-urlencoded", pairs.toString().getBytes(StandardCharsets.UTF_8));
    }

    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
