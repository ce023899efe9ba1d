package cms.githost.provider;

import cms.platform.failure.Failure;
import cms.platform.http.Body;
import java.util.Optional;
import java.util.regex.Pattern;

/** What {@code create-from-template} asks for (reference 3.5). */
public record NewRepository(String template, String name, boolean isPrivate, Optional<String> description) {
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

    public static NewRepository parse(Body body) {
        return new NewRepository(
                body.requiredText("templateRepo"),
                body.requiredText("name"),
                body.flag("isPrivate").orElse(true),
                body.text("description").filter(text -> !text.isBlank()));
    }
}
