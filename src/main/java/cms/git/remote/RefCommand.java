package cms.git.remote;

import org.eclipse.jgit.lib.ObjectId;

/**
 * One ref that a push moves.
 *
 * @param expected where it must be for the push to be taken; all zeros for "no such ref"
 * @param wanted all zeros deletes it
 */
public record RefCommand(String ref, ObjectId expected, ObjectId wanted) {
    String line() {
        return expected.name() + " " + wanted.name() + " " + ref;
    }
}
