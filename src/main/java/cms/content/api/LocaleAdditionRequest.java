package cms.content.api;

import cms.format.ContentNames;
import cms.platform.failure.Failure;
import java.util.Optional;

/**
 * A locale that the project is going to support.
 *
 * @param copyFrom the locale whose content it begins with; empty to begin without any
 */
public record LocaleAdditionRequest(String locale, Optional<String> copyFrom) {
    /** @throws Failure INVALID for a text that is not a locale, or the same twice */
    public LocaleAdditionRequest {
        if (!ContentNames.isLocale(locale)) {
            throw Failure.invalid("`locale` must look like en or en-GB.");
        }
        if (copyFrom.filter(locale::equals).isPresent()) {
            throw Failure.invalid("`copyFrom` must be another locale than `locale`.");
        }
    }
}
