package cms.forms;

import cms.access.Acted;
import cms.access.Author;
import cms.forms.Submission.FormAddress;
import cms.forms.Submission.Head;
import cms.forms.Submission.Unread;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.platform.instance.Instance;
import cms.usage.Meter;
import cms.usage.Usage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Carries out members' decisions about submissions. A submission that turns out not to be spam is counted against the
 * plan; one that turns out to be spam is not counted any more.
 */
final class SubmissionDecisions {
    private static final String TABLE = "form_submissions";

    /** Rows whose count is taken back in one transaction, so that others can write in between. */
    private static final int LEFT_OVER_AT_ONCE = 100;

    /**
     * Time after which an approval is taken to have ended with its process. It may take longer than its claim where
     * much else is written, but never this long.
     */
    private static final Duration LEFT_OVER_AFTER = Duration.ofHours(1);

    private final Database database;
    private final Announcements announcements;
    private final Usage usage;
    private final InstantSource clock;
    private final SpamBin spam;
    private final SubmissionStore rows = new SubmissionStore();
    private final DecisionStore store = new DecisionStore();
    private final TotalStore totals = new TotalStore();

    SubmissionDecisions(Instance instance, Usage usage, SpamBin spam) {
        this.database = instance.database();
        this.announcements = instance.announcements();
        this.usage = usage;
        this.clock = instance.clock();
        this.spam = spam;
    }

    /**
     * One page of a form.
     *
     * @param submissions the first of its rows, as many as are read at a time
     * @param further the rows of the page behind them, which {@link #read} reads
     * @param total how many rows of this status there are
     */
    record Rows(List<Submission> submissions, List<Unread> further, long total) {}

    Rows page(SubmissionStore.Seen seen, SubmissionStatus status, boolean newest, int limit, long offset) {
        return database.read(tx -> {
            long total = seen.isWhole() ? totals.total(tx, seen.address(), status) : rows.count(tx, seen, status);
            long behind = total - offset - limit;
            // Rows before a page are stepped over one by one: far behind the middle they are fewer from the other end.
            boolean fromTheEnd = offset < total && behind >= 0 && behind < offset;
            List<Unread> page = fromTheEnd
                    ? rows.page(tx, seen, status, !newest, limit, behind).reversed()
                    : rows.page(tx, seen, status, newest, limit, offset);
            List<Unread> first = Unread.slice(page);
            return new Rows(rows.read(tx, seen, first), page.subList(first.size(), page.size()), total);
        });
    }

    /** Rows of a page, as many as fit into memory together; without those that have been deleted meanwhile. */
    List<Submission> read(SubmissionStore.Seen seen, List<Unread> slice) {
        return database.read(tx -> rows.read(tx, seen, slice));
    }

    /** The next rows of an export, in the order in which they came, as many as fit into memory together. */
    List<Submission> next(SubmissionStore.Seen seen, Forms.Span span, long afterAt, String afterId) {
        return database.read(tx -> {
            List<Unread> next = rows.next(tx, seen, span, afterAt, afterId, FormLimits.EXPORT_ROWS);
            return rows.read(tx, seen, Unread.slice(next));
        });
    }

    Optional<Submission> find(SubmissionStore.Seen seen, String id) {
        return database.read(tx -> rows.find(tx, seen, id));
    }

    /** Those of the ids that the form has, in their order. */
    List<Head> heads(SubmissionStore.Seen seen, List<String> ids) {
        return database.read(tx -> heads(tx, seen, ids));
    }

    private List<Head> heads(Tx tx, SubmissionStore.Seen seen, List<String> ids) {
        return ids.stream()
                .distinct()
                .flatMap(id -> store.find(tx, seen, id).stream())
                .toList();
    }

    /** Those of the entries that came from submissions of the form. */
    Set<String> entries(FormAddress place, List<String> entryIds) {
        return entryIds.isEmpty() ? Set.of() : database.read(tx -> rows.entries(tx, place, entryIds));
    }

    /** @throws Failure NOT_FOUND for a missing row, RATE_LIMITED when a row that was spam exceeds the month's plan */
    Submission change(SubmissionStore.Seen seen, Author by, String id, SubmissionStatus status) {
        return database.write(tx -> {
            Head row = store.find(tx, seen, id).orElseThrow(SubmissionDecisions::noSubmission);
            moveAll(tx, seen.address(), List.of(row), status);
            acted(tx, by, "update_submission", seen.address(), id);
            return rows.find(tx, seen, id).orElseThrow(SubmissionDecisions::noSubmission);
        });
    }

    /** Changes the status of those rows that exist; returns how many. */
    int changeAll(SubmissionStore.Seen seen, Author by, List<String> ids, SubmissionStatus status) {
        return database.write(tx -> {
            List<Head> found = heads(tx, seen, ids);
            if (!found.isEmpty()) {
                moveAll(tx, seen.address(), found, status);
                acted(
                        tx,
                        by,
                        "decide_submissions",
                        seen.address(),
                        seen.address().modelId());
            }
            return found.size();
        });
    }

    /** What a person calls spam is kept within the same bounds as what the filter finds: it is not counted either. */
    private void moveAll(Tx tx, FormAddress place, List<Head> heads, SubmissionStatus status) {
        heads.forEach(row -> move(tx, row, status));
        if (status == SubmissionStatus.SPAM) {
            List<String> moved = heads.stream().map(Head::id).toList();
            spam.keepWithin(tx, place, totals.total(tx, place, status), moved);
        }
    }

    /** Deletes rows; returns the ids of those that existed. */
    List<String> deleteAll(SubmissionStore.Seen seen, Author by, List<String> ids) {
        return database.write(tx -> {
            List<String> deleted = new ArrayList<>();
            for (String id : ids) {
                Optional<Head> row = store.find(tx, seen, id);
                row.flatMap(found -> store.delete(tx, id)).ifPresent(status -> {
                    totals.add(tx, seen.address(), status, -1);
                    deleted.add(id);
                });
            }
            if (!deleted.isEmpty()) {
                String action = ids.size() == 1 ? "delete_submission" : "delete_submissions";
                acted(
                        tx,
                        by,
                        action,
                        seen.address(),
                        ids.size() == 1 ? ids.getFirst() : seen.address().modelId());
            }
            return deleted;
        });
    }

    /** Enters an action on rows of a form into the log, in the transaction that carries it out. */
    private void acted(Tx tx, Author by, String action, FormAddress form, String record) {
        announcements.announce(tx, new Acted(by, action, TABLE, record, form.workspaceId(), form.projectId()));
    }

    /**
     * Rows that an approval holds.
     *
     * @param until when the claim ends, in milliseconds; every later claim of a row ends later, so that it tells them
     *     apart
     */
    record Claim(List<Submission> rows, long until) {}

    /** Claims rows for an approval: those that no other holds. */
    Claim claim(List<Head> heads) {
        long now = clock.millis();
        long until = now + FormLimits.DECIDING.toMillis();
        List<Submission> claimed = Database.unaccompanied(() -> database.write(tx -> heads.stream()
                .filter(row -> store.claim(tx, row.id(), now, until))
                .flatMap(row -> rows.find(tx, SubmissionStore.Seen.whole(row.place()), row.id()).stream())
                .toList()));
        return new Claim(claimed, until);
    }

    /**
     * Counts spam that is to become entries, each row in a transaction of its own; {@link #release} takes the count
     * back for rows that stay spam.
     *
     * @return the failures of rows that find no place in this month or plan, by their ids
     */
    Map<String, Failure> count(List<Submission> claimed) {
        Map<String, Failure> refused = new LinkedHashMap<>();
        for (Submission row : claimed) {
            if (row.status() == SubmissionStatus.SPAM && row.countedAt() == null) {
                try {
                    Database.unaccompanied(() -> database.writing(tx -> {
                        usage.take(tx, row.place().workspaceId(), Meter.FORM_SUBMISSIONS, 1);
                        store.count(tx, row.id(), clock.instant());
                    }));
                } catch (Failure spent) {
                    refused.put(row.id(), spent);
                }
            }
        }
        return refused;
    }

    /**
     * Ends a claim, and takes back the count of its rows that stayed spam. Rows that another approval holds by now,
     * because this one took too long, are left to it with their count.
     */
    void release(Claim claim) {
        if (!claim.rows().isEmpty()) {
            Database.unaccompanied(() -> database.writing(tx -> claim.rows().stream()
                    .filter(row -> store.release(tx, row.id(), claim.until()))
                    .flatMap(row -> store.find(tx, SubmissionStore.Seen.whole(row.place()), row.id()).stream())
                    .forEach(row -> giveBack(tx, row, 0))));
        }
    }

    /** One statement decides who gives a count back: another instance may look at the same row. */
    private void giveBack(Tx tx, Head row, long ended) {
        Instant counted = row.countedAt();
        if (row.status() == SubmissionStatus.SPAM && counted != null && store.uncount(tx, row.id(), counted, ended)) {
            usage.giveBack(tx, row.place().workspaceId(), Meter.FORM_SUBMISSIONS, 1, counted);
        }
    }

    /** Takes back the count of spam whose approval ended with its process; called regularly. */
    void giveBackLeftOver() {
        long ended = clock.instant().minus(LEFT_OVER_AFTER).toEpochMilli();
        while (database.read(tx -> !store.countedSpam(tx, ended, 1).isEmpty())) {
            database.writing(
                    tx -> store.countedSpam(tx, ended, LEFT_OVER_AT_ONCE).forEach(row -> giveBack(tx, row, ended)));
        }
    }

    /** Notes that rows have become entries. */
    void approved(List<Submission> approved, Author by, Optional<String> branch) {
        if (approved.isEmpty()) {
            return;
        }
        Instant now = clock.instant();
        database.writing(tx -> {
            for (Submission row : approved) {
                store.find(tx, SubmissionStore.Seen.whole(row.place()), row.id())
                        .ifPresent(found -> {
                            boolean again = found.status() == SubmissionStatus.APPROVED;
                            move(tx, found, SubmissionStatus.APPROVED);
                            if (!again) {
                                store.approve(tx, found.id(), Approval.decided(found, now, by.id(), branch));
                            }
                        });
            }
            Submission first = approved.getFirst();
            boolean isOne = approved.size() == 1;
            String action = isOne ? "update_submission" : "decide_submissions";
            acted(
                    tx,
                    by,
                    action,
                    first.place(),
                    isOne ? first.id() : first.place().modelId());
        });
    }

    /** Lets the submissions wait again whose entries were in a change that was discarded. */
    void discarded(Tx tx, String projectId, String branch) {
        for (Head row : store.approvedIn(tx, projectId, branch)) {
            move(tx, row, SubmissionStatus.PENDING);
            store.forgetEntry(tx, row.id());
        }
    }

    private void move(Tx tx, Head row, SubmissionStatus status) {
        if (row.status() == status) {
            return;
        }
        if (!store.move(tx, row.id(), row.status(), status)) {
            throw Failure.conflict("Somebody else has decided about this submission just now; look again.");
        }
        totals.add(tx, row.place(), row.status(), -1);
        totals.add(tx, row.place(), status, 1);
        store.count(tx, row.id(), counted(tx, row, status));
    }

    private @Nullable Instant counted(Tx tx, Head row, SubmissionStatus status) {
        Instant counted = row.countedAt();
        String workspaceId = row.place().workspaceId();
        if (status == SubmissionStatus.SPAM) {
            if (counted != null) {
                usage.giveBack(tx, workspaceId, Meter.FORM_SUBMISSIONS, 1, counted);
            }
            return null;
        }
        if (counted == null) {
            usage.take(tx, workspaceId, Meter.FORM_SUBMISSIONS, 1);
            return clock.instant();
        }
        return counted;
    }

    static Failure noSubmission() {
        return Failure.notFound("This form has no such submission.");
    }
}
