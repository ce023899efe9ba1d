package cms.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.merge.MergeAlgorithm;
import org.eclipse.jgit.merge.MergeFormatter;
import org.jspecify.annotations.Nullable;

/** Merges text line by line as Git does; binary files, additions on both sides and delete against edit clash. */
public final class LineMerger implements FileMerger {
    @Override
    public Outcome merge(String path, byte @Nullable [] base, byte @Nullable [] ours, byte @Nullable [] theirs) {
        if (base == null || ours == null || theirs == null) {
            return new Clash(List.of());
        }
        if (RawText.isBinary(base) || RawText.isBinary(ours) || RawText.isBinary(theirs)) {
            return new Clash(List.of());
        }
        var merged = new MergeAlgorithm()
                .merge(RawTextComparator.DEFAULT, new RawText(base), new RawText(ours), new RawText(theirs));
        if (merged.containsConflicts()) {
            return new Clash(List.of());
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(ours.length + theirs.length);
        try {
            new MergeFormatter().formatMerge(out, merged, List.of("base", "ours", "theirs"), StandardCharsets.UTF_8);
        } catch (IOException impossible) {
            throw new UncheckedIOException("A buffer in memory cannot fail", impossible);
        }
        return new Content(out.toByteArray());
    }
}
