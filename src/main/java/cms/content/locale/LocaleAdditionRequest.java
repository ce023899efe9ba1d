package cms.content.locale;

import cms.format.ContentNames;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import java.util.Optional;

/**
 * A locale that the project is going to support.
 *
 * @param copyFrom the locale whose content it begins with; empty to begin without any
 */
record LocaleAdditionRequest(String locale, Optional<String> copyFrom) {
    static LocaleAdditionRequest parse(Body body) {
        LocaleAdditionRequest request = new LocaleAdditionRequest(body.requiredText("locale"), body.text("copyFrom"));
        if (!ContentNames.isLocale(request.locale())) {
            throw Failure.invalid("`locale` must look like en or en-GB.");
        }
        if (request.copyFrom().filter(request.locale()::equals).isPresent()) {
            throw Failure.invalid("`copyFrom` must be another locale than `locale`.");
        }
        return request;
    }
}
