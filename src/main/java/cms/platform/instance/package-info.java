/**
 * The parts of a running instance that every room may use: database, events, jobs, object store, network, clock.
 *
 * <p>Owns no rule; it is the one list that rooms are handed instead of a dozen parameters each. How its parts are
 * opened, in which order and by which settings, is deliberately not here: the root does that.
 */
@NullMarked
package cms.platform.instance;

import org.jspecify.annotations.NullMarked;
