package cms.auth.page;

import cms.platform.failure.Failure;
import cms.platform.http.Request;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Query parameters of addresses that a browser opens: a person gets a page for an unreadable one, not a status (spec
 * 7).
 */
public final class PageQuery {
    private static final Logger LOG = LoggerFactory.getLogger(PageQuery.class);

    private PageQuery() {}

    /**
     * A query parameter as {@link Request#query} reads it; one that stands twice or cannot be read is an empty text.
     */
    public static Optional<String> given(Request request, String name) {
        try {
            return request.query(name);
        } catch (Failure unreadable) {
            LOG.debug("the query of a sign-in cannot be read", unreadable);
            return Optional.of("");
        }
    }

    /** The same, where one that cannot be read is as good as none: it leads to the page that none leads to. */
    public static Optional<String> readable(Request request, String name) {
        return given(request, name).filter(value -> !value.isEmpty());
    }
}
