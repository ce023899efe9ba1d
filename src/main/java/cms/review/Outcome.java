package cms.review;

/** What became of a {@link Draft}. */
public sealed interface Outcome<R> {
    R report();

    /** The change is stored on its branch, and landed when {@link Change#merged()} says so. */
    record Submitted<R>(Change change, R report) implements Outcome<R> {}

    /** Nothing was written. */
    record Refused<R>(R report) implements Outcome<R> {}
}
