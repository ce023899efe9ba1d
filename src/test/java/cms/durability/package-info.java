/**
 * Proofs that take minutes: the service is killed and its disk fails while people write. Run by {@code bin/crash-loop}
 * and {@code .ci/faults}, not by the test run.
 */
package cms.durability;
