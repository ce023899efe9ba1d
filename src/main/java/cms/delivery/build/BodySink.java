package cms.delivery.build;

/** Takes the files of a build while others are still made, so that they need not all be in the heap at once. */
@FunctionalInterface
public interface BodySink {
    /**
     * Called from several threads.
     *
     * @return the body to go on with: equal bytes, which may lie elsewhere by now
     */
    DeliveredBytes keep(String path, DeliveredBytes fresh);

    /** Leaves everything where it is. */
    static BodySink none() {
        return (path, fresh) -> fresh;
    }
}
