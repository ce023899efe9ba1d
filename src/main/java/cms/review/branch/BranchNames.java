package cms.review.branch;

import cms.format.ContentBranches;
import cms.platform.failure.Failure;
import cms.project.AllowedModels;
import cms.review.submit.BranchTopic;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of the branches of changes (reference 2.6). */
public final class BranchNames {
    private static final Pattern TIME = Pattern.compile("/([0-9]{1,11})-[0-9a-f]+$");
    /** Counted, not random: the branch of a save is gone when the next one is named, and two would have one name. */
    private final AtomicInteger suffix = new AtomicInteger(new SecureRandom().nextInt());

    /** {@code cr/<topic>/<unix>-<4 hex>}, not taken; the suffix comes back after 65,536 others at the earliest. */
    public String fresh(List<String> topic, Instant now, Predicate<String> taken) {
        String stem = ContentBranches.CHANGES + String.join("/", topic) + "/" + now.getEpochSecond() + "-";
        String name;
        do {
            name = stem + HexFormat.of().toHexDigits((short) suffix.getAndIncrement());
        } while (taken.test(name));
        return name;
    }

    /** The name of a change, or {@code INVALID} for every other branch. */
    public static String check(String branch) {
        if (!branch.startsWith(ContentBranches.CHANGES) || branch.length() == ContentBranches.CHANGES.length()) {
            throw Failure.invalid("The branch must be one that begins with cr/.");
        }
        return branch;
    }

    /** The model that the name of a branch contains; a caller with a list of models sees no branch without one. */
    public static Optional<String> model(String branch) {
        String[] pieces = branch.split("/", -1);
        boolean content = pieces.length == 5 && pieces[1].equals("content");
        boolean untranslated = pieces.length == 4 && (pieces[1].equals("content") || pieces[1].equals("model"));
        boolean settings = untranslated && (pieces[2].equals("config") || pieces[2].equals("vocabulary"));
        return (content || untranslated) && !settings && !pieces[2].equals(BranchTopic.UNNAMED)
                ? Optional.of(pieces[2])
                : Optional.empty();
    }

    /** Whether a caller may see an open change; other branches are visible to everybody. */
    public static boolean isVisible(String branch, AllowedModels allowed) {
        return allowed.isAll()
                || !branch.startsWith(ContentBranches.CHANGES)
                || model(branch).filter(allowed::allows).isPresent();
    }

    /** When a branch was opened, by its name; empty for a name of another form. */
    public static Optional<Instant> opened(String branch) {
        Matcher time = TIME.matcher(branch);
        return time.find() ? Optional.of(Instant.ofEpochSecond(Long.parseLong(time.group(1)))) : Optional.empty();
    }
}
