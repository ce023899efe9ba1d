package cms.content;

import cms.content.snapshot.Narrowing;
import cms.content.snapshot.Snapshot;
import cms.git.Branch;
import cms.platform.crypto.Hashes;
import cms.platform.http.Answer;
import cms.project.AllowedModels;
import cms.review.submit.Tip;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The entity tag of {@code brain/sync}: it differs by commit, visible models, parked push, and requested part. */
final class SyncTag {
    private static final int FILTER_CHARS = 12;
    private static final Pattern CODED = Pattern.compile(Pattern.quote(Answer.CODED) + "$");
    private static final Pattern WAITING = Pattern.compile("-[0-9a-f]{40}$");

    private SyncTag() {}

    /** The tag in quotes; {@code parked} is the branch of a parked push. */
    static String of(Tip tip, Snapshot snapshot, AllowedModels models, Optional<Branch> parked, Narrowing narrowing) {
        String waiting = parked.map(branch -> "-" + branch.tip().sha()).orElse("");
        return "\"" + tip.commit().sha() + filter(snapshot, models) + waiting + narrowing.tag() + "\"";
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

    /** Whether a sent tag, with or without quotes, of the compressed form or the plain one, equals ours. */
    static boolean same(String sent, String ours) {
        return bare(sent).equals(bare(ours));
    }

    /** Whether a sent tag equals ours apart from its parked push; {@code ours} was made without one. */
    static boolean sameButForPush(String sent, String ours) {
        return WAITING.matcher(bare(sent)).replaceFirst("").equals(bare(ours));
    }

    private static String bare(String tag) {
        return CODED.matcher(tag.replace("\"", "")).replaceFirst("");
    }
}
