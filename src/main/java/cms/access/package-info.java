/**
 * The rights of roles: the table of roles by capability, as pure data.
 *
 * <p>Owns the closed list of capabilities and the roles that hold each of them; routes, agent tools and remote tools
 * all ask this one table (spec 5.6, reference 4.1). The roles of persons are deliberately not here: {@code workspace}
 * and {@code project} know the rows and answer from this table.
 */
@NullMarked
package cms.access;

import org.jspecify.annotations.NullMarked;
