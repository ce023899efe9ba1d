package cms.content;

import cms.content.health.SeenFindings;
import cms.content.snapshot.Narrowing;
import cms.content.snapshot.Snapshot;
import cms.git.Branch;
import cms.platform.crypto.Hashes;
import cms.platform.http.Answer;
import cms.project.AllowedModels;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The entity tag of {@code brain/sync}: it differs by commit, visible models, parked push, and requested part. For a
 * caller with a list of models it differs by the findings that are seen, which a landing in another model may change,
 * in place of the parked push, whose commits this caller is not told of.
 */
final class SyncTag {
    private static final int FILTER_CHARS = 12;

    /** Length of the part behind the commit that differs by visible models. */
    static final int CALLER_CHARS = 1 + FILTER_CHARS;

    private static final Pattern CODED = Pattern.compile(Pattern.quote(Answer.CODED) + "$");
    private static final Pattern FINDINGS = Pattern.compile(
            "^([0-9a-f]{40}-[0-9a-f]{%d})([0-9a-f]{%d})(?=-|$)".formatted(FILTER_CHARS, SeenFindings.CHARS));
    private static final Pattern WAITING = Pattern.compile("-[0-9a-f]{40}$");

    private SyncTag() {}

    /**
     * The tag in quotes; {@code parked} is the branch of a parked push, {@code findings} the hash of
     * {@link SeenFindings}.
     */
    static String of(SeenBy by, Snapshot snapshot, Optional<Branch> parked, String findings, Narrowing narrowing) {
        String waiting = parked.filter(_ -> by.models().isAll())
                .map(branch -> "-" + branch.tip().sha())
                .orElse("");
        return "\"" + by.commit().sha() + filter(snapshot, by.models()) + findings + waiting + narrowing.tag() + "\"";
    }

    /** The hash of findings in a tag of a caller with a list of models; empty for any other tag. */
    static Optional<String> findings(String tag) {
        return FINDINGS.matcher(bare(tag))
                .results()
                .map(found -> found.group(2))
                .findFirst();
    }

    /** A hash of the models that the caller may see, so that it tells nothing about others; empty for all models. */
    private static String filter(Snapshot snapshot, AllowedModels models) {
        if (models.isAll()) {
            return "";
        }
        String seen = snapshot.models().stream()
                .map(model -> model.id())
                .filter(models::allows)
                .collect(Collectors.joining(" "));
        return "-" + Hashes.sha256Hex(seen).substring(0, FILTER_CHARS);
    }

    /**
     * Whether a sent tag, with or without quotes, of the compressed form or the plain one, equals ours, findings aside.
     */
    static boolean same(String sent, String ours) {
        return withoutFindings(sent).equals(withoutFindings(ours));
    }

    /** Whether a sent tag equals ours apart from its parked push; {@code ours} was made without one. */
    static boolean sameButForPush(String sent, String ours) {
        return WAITING.matcher(withoutFindings(sent)).replaceFirst("").equals(withoutFindings(ours));
    }

    private static String withoutFindings(String tag) {
        return FINDINGS.matcher(bare(tag)).replaceFirst("$1");
    }

    private static String bare(String tag) {
        return CODED.matcher(tag.replace("\"", "")).replaceFirst("");
    }
}
