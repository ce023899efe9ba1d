package cms.delivery.build;

/** Takes the files of a build while others are still made, so that they need not all be in the heap at once. */
@FunctionalInterface
public interface BodySink {
    /**
     * Takes a body; called from several threads.
     *
     * @return the body to use from now on: equal bytes, which may be stored elsewhere
     */
    DeliveredBytes keep(String path, DeliveredBytes fresh);

    /** A sink that keeps every body where it is. */
    static BodySink none() {
        return (path, fresh) -> fresh;
    }
}
