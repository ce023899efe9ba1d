package cms.platform.compute;

import java.util.function.Supplier;

/**
 * The computing turns of one workspace for one caller, who may disconnect; passed to work that computes piece by piece,
 * so that the work of others runs between two pieces.
 */
@FunctionalInterface
public interface Turn {
    /** Computes a piece, as {@link Compute#run(String, java.util.function.BooleanSupplier, Supplier)} does. */
    <T> T run(Supplier<T> piece);
}
