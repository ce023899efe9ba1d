package cms.platform.compute;

import java.util.function.Supplier;

/**
 * The turn of one workspace, for one caller who may go away; handed to what computes piece by piece, so that the work of
 * others comes between two pieces.
 */
@FunctionalInterface
public interface Turn {
    /** Computes a piece, as {@link Compute#run(String, java.util.function.BooleanSupplier, Supplier)} does. */
    <T> T run(Supplier<T> piece);
}
