package cms.delivery.build;

/** Called with the progress of a build. */
@FunctionalInterface
public interface BuildProgress {
    /** @param number counted from 1 */
    void model(String modelId, int number, int total);
}
