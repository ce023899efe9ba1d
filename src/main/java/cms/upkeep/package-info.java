/**
 * What an operator does with everything that an instance keeps: check it, copy it into one file, bring it back; and
 * giving memory back while it rests.
 *
 * <p>Owns the form of the backup file and the rule that a backup is restored wholly or not at all. Deliberately not here:
 * serving; everything is read as files and tables, so that it works on a stopped instance and beside a running one.
 */
@NullMarked
package cms.upkeep;

import org.jspecify.annotations.NullMarked;
