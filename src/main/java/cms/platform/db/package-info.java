/**
 * The database: one pool, one migration path, one way to run a transaction on SQLite or PostgreSQL.
 *
 * <p>Owns when a transaction begins, commits and rolls back. Statements are deliberately not here: each room keeps its
 * own in its stores.
 */
@NullMarked
package cms.platform.db;

import org.jspecify.annotations.NullMarked;
