package cms.git.graph;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.merge.MergeAlgorithm;
import org.eclipse.jgit.merge.MergeFormatter;

/** Merges text line by line as Git does. */
final class TextMerge {
    private TextMerge() {}

    /** The merged text; empty for binary files, and when both sides changed the same lines differently. */
    static Optional<byte[]> merge(byte[] base, byte[] ours, byte[] theirs) {
        if (RawText.isBinary(base) || RawText.isBinary(ours) || RawText.isBinary(theirs)) {
            return Optional.empty();
        }
        var merged = new MergeAlgorithm()
                .merge(RawTextComparator.DEFAULT, new RawText(base), new RawText(ours), new RawText(theirs));
        if (merged.containsConflicts()) {
            return Optional.empty();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(ours.length + theirs.length);
        try {
            new MergeFormatter().formatMerge(out, merged, List.of("base", "ours", "theirs"), StandardCharsets.UTF_8);
        } catch (IOException impossible) {
            throw new UncheckedIOException("A buffer in memory cannot fail", impossible);
        }
        return Optional.of(out.toByteArray());
    }
}
