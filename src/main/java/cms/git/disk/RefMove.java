package cms.git.disk;

import java.util.Objects;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** One ref from one value to another; null is "no such ref". */
record RefMove(
        String ref, @Nullable ObjectId before, @Nullable ObjectId after) {
    boolean changesNothing() {
        return Objects.equals(before, after);
    }
}
