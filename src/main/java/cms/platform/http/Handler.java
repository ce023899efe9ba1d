package cms.platform.http;

/** Parses the request, calls a door, renders the answer. */
@FunctionalInterface
public interface Handler {
    Answer handle(Request request);
}
