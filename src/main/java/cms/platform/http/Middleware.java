package cms.platform.http;

/** A step around handlers; it answers itself or calls {@code next}. The root lists all steps in one place. */
@FunctionalInterface
public interface Middleware {
    Answer handle(Request request, Handler next);
}
