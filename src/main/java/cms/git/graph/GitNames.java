package cms.git.graph;

import cms.platform.failure.Failure;
import java.util.Locale;
import java.util.regex.Pattern;

/** The rules of Git and of this service for names that come from outside. */
public final class GitNames {
    public static final String REFS = "refs/";
    public static final String HEADS = "refs/heads/";
    private static final String OWN = "refs/cms/";
    private static final String TAGS = "refs/tags/";
    private static final int PATH_CHARS_MAX = 1024;
    private static final int REF_CHARS_MAX = 200;
    private static final Pattern REPOSITORY_PART = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,99}");

    private GitNames() {}

    public static void checkSha(String sha) {
        if (!isSha(sha)) {
            throw Failure.invalid("A Git object name has forty lower-case hexadecimal digits.");
        }
    }

    /** Whether this is a full object name: forty lower-case hexadecimal digits. */
    public static boolean isSha(String text) {
        boolean valid = text.length() == 40;
        for (int i = 0; valid && i < text.length(); i++) {
            char digit = text.charAt(i);
            valid = digit >= '0' && digit <= '9' || digit >= 'a' && digit <= 'f';
        }
        return valid;
    }

    /** A path inside a tree: slashes, no segment that a checkout could not or must not write. */
    public static String checkPath(String path) {
        if (path.isEmpty() || path.length() > PATH_CHARS_MAX) {
            throw Failure.invalid("A file path has 1 to " + PATH_CHARS_MAX + " characters.");
        }
        for (String segment : path.split("/", -1)) {
            boolean refused = segment.isEmpty()
                    || segment.equals(".")
                    || segment.equals("..")
                    || segment.toLowerCase(Locale.ROOT).equals(".git")
                    || segment.chars().anyMatch(c -> c < ' ' || c == 0x7f || c == '\\');
            if (refused) {
                throw Failure.invalid("The file path has a segment that Git does not allow; use plain relative paths.");
            }
        }
        return path;
    }

    /** The full ref name of a branch by the rules of {@code git check-ref-format --branch}. */
    public static String branchRef(String branch) {
        if (!isBranch(branch)) {
            throw Failure.invalid("The branch name is not one that Git allows.");
        }
        return HEADS + branch;
    }

    /** Whether {@link #branchRef} takes a name. */
    public static boolean isBranch(String branch) {
        return branch.length() <= REF_CHARS_MAX
                && !branch.startsWith("-")
                && !branch.equals("HEAD")
                && org.eclipse.jgit.lib.Repository.isValidRefName(HEADS + branch);
    }

    /** The name of an internal ref of this service: no client sees it, fetches it or pushes to it. */
    public static String ownRef(String name) {
        return OWN + name;
    }

    public static boolean isOwn(String ref) {
        return ref.startsWith(OWN);
    }

    public static boolean isPushable(String ref) {
        return (ref.startsWith(HEADS) || ref.startsWith(TAGS))
                && ref.length() <= HEADS.length() + REF_CHARS_MAX
                && !ref.equals(HEADS + "HEAD")
                && !ref.startsWith(HEADS + "-")
                && org.eclipse.jgit.lib.Repository.isValidRefName(ref);
    }

    /** {@code owner/repo}; each part could be a file name everywhere, none climbs out of its folder. */
    public static String checkFullName(String fullName) {
        String[] parts = fullName.split("/", -1);
        if (parts.length != 2 || !isRepositoryPart(parts[0]) || !isRepositoryPart(parts[1])) {
            throw Failure.invalid("A repository is named owner/name, with letters, digits, '.', '_' and '-'.");
        }
        return fullName;
    }

    public static boolean isRepositoryPart(String part) {
        String lower = part.toLowerCase(Locale.ROOT);
        return REPOSITORY_PART.matcher(part).matches()
                && !part.contains("..")
                && !part.endsWith(".")
                && !lower.endsWith(".git")
                && !lower.endsWith(".lock");
    }
}
