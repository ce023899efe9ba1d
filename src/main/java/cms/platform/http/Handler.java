package cms.platform.http;

/**
 * The end of a route: parses the request, calls a door and renders the result. A {@code Failure} that it throws is
 * answered by {@link StatusTable}.
 */
@FunctionalInterface
public interface Handler {
    Answer handle(Request request);
}
