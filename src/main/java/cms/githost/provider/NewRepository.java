package cms.githost.provider;

import cms.platform.failure.Failure;
import cms.platform.http.Body;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The body of {@code create-from-template} (reference 3.5). */
public record NewRepository(
        String template, String name, boolean isPrivate, Optional<String> description, Optional<URI> importUrl) {
    private static final int URL_CHARS_MAX = 2_000;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final int DESCRIPTION_CHARS_MAX = 350;

    public NewRepository {
        boolean usable = NAME.matcher(name).matches()
                && !name.contains("..")
                && !name.endsWith(".")
                && !name.toLowerCase(java.util.Locale.ROOT).endsWith(".git")
                && !name.toLowerCase(java.util.Locale.ROOT).endsWith(".lock");
        if (!usable) {
            throw Failure.invalid("`name` must have 1 to 100 letters, digits, '.', '_' or '-', begin with a letter or"
                    + " digit, and not end with '.', '.git' or '.lock'.");
        }
        if (description.filter(text -> text.length() > DESCRIPTION_CHARS_MAX).isPresent()) {
            throw Failure.invalid("`description` must have at most " + DESCRIPTION_CHARS_MAX + " characters.");
        }
    }

    /** From a template, with a description. */
    public NewRepository(String template, String name, boolean isPrivate, Optional<String> description) {
        this(template, name, isPrivate, description, Optional.empty());
    }

    public static NewRepository parse(Body body) {
        Optional<URI> importUrl = body.text("importUrl").map(NewRepository::url);
        if (importUrl.isPresent() && body.text("templateRepo").isPresent()) {
            throw Failure.invalid("Send `templateRepo` or `importUrl`, not both.");
        }
        return new NewRepository(
                importUrl.isPresent() ? "" : body.requiredText("templateRepo"),
                body.requiredText("name"),
                body.flag("isPrivate").orElse(true),
                body.text("description").filter(text -> !text.isBlank()),
                importUrl);
    }

    private static URI url(String text) {
        try {
            URI url = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean usable = text.length() <= URL_CHARS_MAX
                    && ("https".equals(url.getScheme()) || "http".equals(url.getScheme()))
                    && url.getRawUserInfo() == null
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null;
            if (usable) {
                return url;
            }
        } catch (URISyntaxException noUrl) {
            throw badUrl().causedBy(noUrl);
        }
        throw badUrl();
    }

    private static Failure badUrl() {
        return Failure.invalid(
                "`importUrl` must be what `git clone` takes, https://host/path, without a password, a query"
                        + " or a fragment.");
    }
}
