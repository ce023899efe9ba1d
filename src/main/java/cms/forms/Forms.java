package cms.forms;

import cms.access.Author;
import cms.access.Capability;
import cms.content.Contents;
import cms.content.api.Finding;
import cms.content.api.SaveReport;
import cms.content.api.Written;
import cms.format.ModelDefinition;
import cms.forms.Submission.FormAddress;
import cms.forms.Submission.Head;
import cms.forms.Submission.Unread;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.http.Routes;
import cms.platform.instance.Instance;
import cms.project.Access;
import cms.project.ProjectAccess;
import cms.project.ProjectDeleted;
import cms.project.Projects;
import cms.review.BranchNews.BranchRejected;
import cms.review.ModelRenamed;
import cms.usage.Usage;
import cms.workspace.Workspaces;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The door of public forms and submissions. Every operation checks its capability, then the model. */
public final class Forms {
    private final Access access;
    private final SubmissionDecisions decisions;
    private final OpenForms open;
    private final Approval approval;
    private final Intake intake;

    public Forms(
            Instance instance,
            Usage usage,
            IntakeSettings settings,
            Projects projects,
            Workspaces workspaces,
            Contents contents) {
        this.access = projects.access();
        SpamBin spam = new SpamBin(instance.database(), instance.clock());
        this.decisions = new SubmissionDecisions(instance, usage, spam);
        this.open = new OpenForms(projects, workspaces, contents.forForms(), settings.plans());
        this.approval = new Approval(open, contents, access, decisions);
        this.intake = new Intake(open, approval, instance, usage, settings, spam);
        Digests digests = new Digests(instance, projects, workspaces);
        SubmissionStore store = new SubmissionStore();
        instance.jobs().recurring("mail-about-submissions", Duration.ofMinutes(1), digests::sendDue);
        instance.jobs().recurring("forget-spam", Duration.ofHours(1), () -> {
            decisions.giveBackLeftOver();
            spam.forgetOld();
        });
        instance.announcements()
                .within(ProjectDeleted.class, (tx, gone) -> store.deleteOfProject(tx, gone.projectId()));
        instance.announcements().within(ModelRenamed.class, Forms::rename);
        instance.announcements()
                .within(
                        BranchRejected.class,
                        (tx, news) -> decisions.discarded(tx, news.about().projectId(), news.branch()));
    }

    private static void rename(Tx tx, ModelRenamed model) {
        new TotalStore().rename(tx, model.projectId(), model.from(), model.to());
    }

    public void routes(Routes routes) {
        new FormRoutes(open, intake).mount(routes);
        new SubmissionRoutes(access, this).mount(routes);
    }

    /** A query for one page of rows with a status. */
    public record Criteria(SubmissionStatus status, boolean newestFirst, int limit, long offset) {}

    /** The rows of an export: those of a status, or all, that came from one instant until before another. */
    public record Span(Optional<SubmissionStatus> status, Instant since, Instant until) {}

    /**
     * One page.
     *
     * @param submissions the first of its rows, as many as are read at a time: all of them, but where they are long
     * @param further the rows of the page behind them, still to be read
     * @param total how many rows of the status there are
     */
    public record Listed(List<Submission> submissions, List<Unread> further, long total) {}

    /**
     * The result of approving one submission.
     *
     * @param row the submission as it is now, without what was sent; empty where the form has none of this id
     * @param errors the errors for which it cannot become an entry
     * @param skipped the failure for which it was not tried: somebody else decides about it at this moment, or the
     *     month is spent
     * @param written the write with its entry; empty where it was an entry already, or is none
     */
    public record Decision(
            String id,
            Optional<Head> row,
            List<Finding> errors,
            Optional<Failure> skipped,
            Optional<Written<SaveReport>> written) {
        /** Why it is not approved, in a sentence; empty when it is. */
        public Optional<String> error() {
            if (row.isEmpty()) {
                return Optional.of(SubmissionDecisions.noSubmission().message());
            }
            return skipped.map(Failure::message)
                    .or(() -> errors.stream().findFirst().map(Finding::message));
        }
    }

    /** A page of submissions, also of a removed model as long as it has any; NOT_FOUND otherwise. */
    public Listed list(ProjectAccess place, String modelId, Criteria criteria) {
        require(place, modelId, Capability.READ_SUBMISSIONS);
        SubmissionDecisions.Rows rows = decisions.page(
                visibleRows(place, modelId),
                criteria.status(),
                criteria.newestFirst(),
                criteria.limit(),
                criteria.offset());
        if (rows.total() == 0 && open.newest(place.project()).find(modelId).isEmpty()) {
            throw Failure.notFound("There is no such model in this project.");
        }
        return new Listed(rows.submissions(), rows.further(), rows.total());
    }

    /** Reads rows of a page, as many as {@link Unread#slice} takes; those that were deleted meanwhile are left out. */
    List<Submission> read(ProjectAccess place, String modelId, List<Unread> slice) {
        require(place, modelId, Capability.READ_SUBMISSIONS);
        return decisions.read(visibleRows(place, modelId), slice);
    }

    /** Those of a model's entries that were submissions, so that visitors have written them. */
    public Set<String> writtenByVisitors(ProjectAccess place, String modelId, List<String> entryIds) {
        return decisions.entries(of(place, modelId), entryIds);
    }

    /** The names of the fields that a form shows, in its order; those of a model without a form are all of them. */
    List<String> columns(ProjectAccess place, String modelId) {
        ModelDefinition model = open.newest(place.project())
                .find(modelId)
                .orElseThrow(() -> Failure.notFound("There is no such model in this project."));
        List<String> exposed = model.raw()
                .path("form")
                .path("exposedFields")
                .valueStream()
                .map(name -> name.asString(""))
                .filter(model.fields()::containsKey)
                .distinct()
                .toList();
        return exposed.isEmpty() ? List.copyOf(model.fields().keySet()) : exposed;
    }

    /** The next rows of an export behind one of them, oldest first; empty at its end. */
    List<Submission> next(ProjectAccess place, String modelId, Span span, Optional<Submission> after) {
        require(place, modelId, Capability.READ_SUBMISSIONS);
        long at = after.map(row -> row.createdAt().toEpochMilli()).orElse(-1L);
        return decisions.next(
                visibleRows(place, modelId), span, at, after.map(Submission::id).orElse(""));
    }

    /** Makes entries from submissions, in one commit; those that are entries already stay as they are. */
    public List<Decision> approve(ProjectAccess place, Author author, String modelId, List<String> ids) {
        require(place, modelId, Capability.DECIDE_SUBMISSIONS);
        requireSome(ids);
        SubmissionStore.Seen form = visibleRows(place, modelId);
        List<Head> rows = decisions.heads(form, ids).stream()
                .filter(row -> row.status() != SubmissionStatus.APPROVED)
                .toList();
        Approval.Result result = approval.approve(place, author, rows);
        List<Decision> outcomes = new ArrayList<>();
        Map<String, Head> decided =
                decisions.heads(form, ids).stream().collect(Collectors.toMap(Head::id, head -> head));
        for (String id : ids) {
            Optional<Head> row = Optional.ofNullable(decided.get(id));
            List<Finding> errors = result.refused().getOrDefault(id, List.of());
            Optional<Failure> skipped = Optional.ofNullable(result.skipped().get(id));
            boolean done = errors.isEmpty() && skipped.isEmpty();
            outcomes.add(new Decision(id, row, errors, skipped, done ? result.written() : Optional.empty()));
        }
        return outcomes;
    }

    /** A submission, for a member who may decide about it; empty where the form has no such row. */
    public Optional<Submission> find(ProjectAccess place, String modelId, String id) {
        require(place, modelId, Capability.DECIDE_SUBMISSIONS);
        return decisions.find(visibleRows(place, modelId), id);
    }

    /** The write that approving a submission would make, with its errors; empty when it is an entry already. */
    public Optional<Written<SaveReport>> tryApproval(ProjectAccess place, Author author, Submission row) {
        require(place, row.place().modelId(), Capability.DECIDE_SUBMISSIONS);
        return approval.tried(place, author, row);
    }

    /** Rejects a submission or marks it as spam. */
    public Submission change(ProjectAccess place, Author author, String modelId, String id, SubmissionStatus status) {
        require(place, modelId, Capability.DECIDE_SUBMISSIONS);
        return decisions.change(visibleRows(place, modelId), author, id, status);
    }

    /** Rejects submissions or marks them as spam; returns how many there were. */
    public int changeAll(
            ProjectAccess place, Author author, String modelId, List<String> ids, SubmissionStatus status) {
        require(place, modelId, Capability.DECIDE_SUBMISSIONS);
        requireSome(ids);
        return decisions.changeAll(visibleRows(place, modelId), author, ids, status);
    }

    /** Deletes submissions; returns the ids of those that existed. */
    public List<String> delete(ProjectAccess place, Author author, String modelId, List<String> ids) {
        require(place, modelId, Capability.DELETE_SUBMISSIONS);
        requireSome(ids);
        return decisions.deleteAll(visibleRows(place, modelId), author, ids);
    }

    private static void requireSome(List<String> ids) {
        if (ids.isEmpty() || ids.size() > FormLimits.BULK_MAX) {
            throw Failure.invalid("`submissionIds` must have 1 to " + FormLimits.BULK_MAX + " ids.");
        }
    }

    private static void require(ProjectAccess place, String modelId, Capability capability) {
        place.rights().require(capability);
        place.models().require(modelId);
    }

    /** The rows that the caller may see: those of its locales, or all of a model without translation. */
    private SubmissionStore.Seen visibleRows(ProjectAccess place, String modelId) {
        FormAddress form = of(place, modelId);
        boolean isWhole = place.locales().isAll()
                || open.newest(place.project())
                        .find(modelId)
                        .filter(model -> !model.i18n())
                        .isPresent();
        return isWhole ? SubmissionStore.Seen.whole(form) : new SubmissionStore.Seen(form, place.locales());
    }

    private static FormAddress of(ProjectAccess place, String modelId) {
        return new FormAddress(place.project().workspaceId(), place.project().id(), modelId);
    }
}
