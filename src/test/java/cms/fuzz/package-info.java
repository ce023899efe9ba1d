/**
 * Fuzz targets for everything that reads text of strangers: each takes any bytes and fails when a promise of the reader
 * is broken. {@code .ci/fuzz} runs each for some seconds, {@code bin/torture} for longer; the corpus and what was found
 * stay in {@code target/fuzz}. A target holds no state between two inputs.
 */
@org.jspecify.annotations.NullMarked
package cms.fuzz;
