package cms.review.details;

import cms.git.Branch;
import cms.git.CommitId;
import cms.git.Repository;
import cms.platform.cache.LeastRecentlyUsed;
import cms.platform.failure.Failure;
import cms.platform.heap.ComparisonRoom;
import cms.platform.json.Json;
import cms.review.branch.BranchNames;
import cms.review.branch.OpenChanges;
import cms.review.files.Scope;
import cms.review.history.CommitProof;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The open changes of projects with details of each, newest first, a page at a time. */
public final class ChangeList {
    private static final int REMEMBERED_MAX = 5_000;
    private static final Duration REMEMBERED_FOR = Duration.ofHours(1);

    /** Time in which one query tries out, or looks through, changes; the rest follows with the next query. */
    private static final Duration TRYING_MAX = Duration.ofSeconds(2);

    private static final Pattern CURSOR = Pattern.compile("([0-9]{1,11}):(.+)");

    private final CommitProof proof;
    private final LeastRecentlyUsed<Key, ObjectNode> remembered =
            new LeastRecentlyUsed<>(REMEMBERED_MAX, REMEMBERED_FOR, details -> 1, details -> {}, System::nanoTime);
    private final ChangedContent changed = new ChangedContent();

    /** Everything that the details of a change depend on: equal keys have equal details. */
    private record Key(
            String repository,
            String contentRoot,
            String branch,
            CommitId tip,
            @Nullable CommitId onto,
            String scope) {}

    /** A branch and when it was opened, in seconds. */
    private record Dated(Branch branch, long opened) {
        static final Comparator<Dated> NEWEST_FIRST = Comparator.comparingLong(Dated::opened)
                .reversed()
                .thenComparing(dated -> dated.branch().name());

        String cursor() {
            return opened + ":" + branch.name();
        }
    }

    public ChangeList(CommitProof proof) {
        this.proof = proof;
    }

    /**
     * A query for open changes.
     *
     * @param about only those that alter this content, without trying out whether they merge
     * @param from {@code next} of the page before
     */
    public record Query(Optional<ContentFilter> about, Optional<String> from, int limit) {}

    /**
     * {@code { branches: [...], next }}. With a filter by content each change has {@code matches}, the entries of that
     * content that it alters, and {@code next} may follow fewer changes than asked for: as many as could be looked
     * through in the time of one query.
     *
     * @param visible the changes that the caller may see
     * @param room for what is compared, one change after the other
     */
    public ObjectNode page(
            Repository repository,
            OpenChanges open,
            List<Branch> visible,
            Scope scope,
            Query query,
            ComparisonRoom room) {
        Optional<Dated> begin = query.from().map(ChangeList::begin);
        Optional<ContentFilter> about = query.about();
        List<Dated> rest = visible.stream()
                .map(branch -> new Dated(branch, opened(repository, branch)))
                .sorted(Dated.NEWEST_FIRST)
                .filter(dated -> begin.filter(first -> Dated.NEWEST_FIRST.compare(dated, first) < 0)
                        .isEmpty())
                .toList();
        ObjectNode json = Json.object();
        ArrayNode list = json.putArray("branches");
        long start = System.nanoTime();
        int at = 0;
        for (; at < rest.size() && list.size() < query.limit(); at++) {
            boolean inTime = System.nanoTime() - start < TRYING_MAX.toNanos();
            if (about.isPresent() && at > 0 && !inTime) {
                break;
            }
            Branch branch = rest.get(at).branch();
            if (about.isEmpty()) {
                list.add(details(repository, open, branch, scope, inTime, room));
                continue;
            }
            changed.find(repository.fullName(), open, branch.tip(), scope, about.get(), room)
                    .ifPresent(altered -> list.addObject()
                            .setAll(details(repository, open, branch, scope, false, room))
                            .set("matches", altered.json()));
        }
        return json.put("next", at < rest.size() ? rest.get(at).cursor() : null);
    }

    private static Dated begin(String cursor) {
        Matcher parts = CURSOR.matcher(cursor);
        if (!parts.matches()) {
            throw Failure.invalid("`from` must be `next` of the page before.");
        }
        return new Dated(new Branch(parts.group(2), new CommitId("0".repeat(40))), Long.parseLong(parts.group(1)));
    }

    private static long opened(Repository repository, Branch branch) {
        return BranchNames.opened(branch.name())
                .orElseGet(() -> repository.commit(branch.tip()).author().time())
                .getEpochSecond();
    }

    private ObjectNode details(
            Repository repository, OpenChanges open, Branch branch, Scope scope, boolean tried, ComparisonRoom room) {
        Key key = new Key(
                repository.fullName(),
                open.contentRoot(),
                branch.name(),
                branch.tip(),
                open.trunk().orElse(null),
                scope.text());
        ObjectNode known = remembered.find(key);
        boolean isUntried = known != null && known.path("state").asString().equals(ChangeDetails.UNKNOWN);
        if (known == null || (tried && isUntried)) {
            known = new ChangeDetails(repository, open, proof).of(branch, scope, tried, room);
            remembered.put(key, known);
        }
        return known;
    }
}
