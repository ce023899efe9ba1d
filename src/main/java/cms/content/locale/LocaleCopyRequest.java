package cms.content.locale;

import cms.platform.failure.Failure;
import cms.platform.http.Body;

/** A copy of everything that a model says in one locale to another one. */
record LocaleCopyRequest(String modelId, String from, String to) {
    static LocaleCopyRequest parse(String modelId, Body body) {
        LocaleCopyRequest request = new LocaleCopyRequest(modelId, body.requiredText("from"), body.requiredText("to"));
        if (request.from().equals(request.to())) {
            throw Failure.invalid("`from` and `to` must be two locales.");
        }
        return request;
    }
}
