/**
 * Commands for operators: check an instance, copy it into one file, restore it, sign in for Git; and releasing memory
 * while the service rests.
 *
 * <p>Owns the format of the backup file and the rule that a backup is restored wholly or not at all. Serving is
 * deliberately not here: files and tables are read directly, so the commands work on a stopped instance and beside a
 * running one.
 */
@NullMarked
package cms.upkeep;

import org.jspecify.annotations.NullMarked;
