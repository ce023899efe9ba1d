package cms.delivery.build;

import java.util.function.LongConsumer;

/** Takes the files of a build while others are still made, so that they need not all be in the heap at once. */
@FunctionalInterface
public interface BodySink {
    /**
     * Takes a body; called from several threads.
     *
     * @return the body to use from now on: equal bytes, which may be stored elsewhere
     */
    DeliveredBytes keep(String path, DeliveredBytes fresh);

    /**
     * Notes further bytes of the heap that the build holds for as long as it runs.
     *
     * @throws cms.platform.failure.Failure UNAVAILABLE where all builds together have no room for them
     */
    default void hold(long bytes) {}

    /** The same sink for a build that counts what it holds. */
    default BodySink within(LongConsumer room) {
        BodySink sink = this;
        return new BodySink() {
            @Override
            public DeliveredBytes keep(String path, DeliveredBytes fresh) {
                return sink.keep(path, fresh);
            }

            @Override
            public void hold(long bytes) {
                room.accept(bytes);
            }
        };
    }

    /** A sink that keeps every body where it is. */
    static BodySink none() {
        return (path, fresh) -> fresh;
    }
}
