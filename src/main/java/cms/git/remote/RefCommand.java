package cms.git.remote;

import org.eclipse.jgit.lib.ObjectId;

/**
 * One ref that a push moves.
 *
 * @param expected the value that it must have for the push to be accepted; all zeros for "no such ref"
 * @param wanted the new value; all zeros deletes the ref
 */
public record RefCommand(String ref, ObjectId expected, ObjectId wanted) {
    String line() {
        return expected.name() + " " + wanted.name() + " " + ref;
    }
}
