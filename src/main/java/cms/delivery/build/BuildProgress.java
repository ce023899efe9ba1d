package cms.delivery.build;

/** Hears how far a build is. */
@FunctionalInterface
public interface BuildProgress {
    /** @param number counted from 1 */
    void model(String modelId, int number, int total);
}
