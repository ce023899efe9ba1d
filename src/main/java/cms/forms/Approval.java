package cms.forms;

import cms.access.AllowedLocales;
import cms.access.Author;
import cms.access.KeyRole;
import cms.content.Contents;
import cms.content.FormModels.Newest;
import cms.content.api.BatchRequest;
import cms.content.api.Finding;
import cms.content.api.SaveReport;
import cms.content.api.SaveRequest;
import cms.content.api.WriteOptions;
import cms.content.api.Written;
import cms.format.ModelDefinition;
import cms.forms.Submission.Decided;
import cms.forms.Submission.Head;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.idempotency.IdempotencyMark;
import cms.platform.json.Json;
import cms.platform.json.TooManyValues;
import cms.platform.json.ValueBudget;
import cms.project.Access;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.ProjectAccess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes entries from submissions, in one commit for all that are approved together.
 *
 * <p>The id of an entry is derived from the submission's, so that repeats, races and crashes make one entry: an entry
 * that exists is not written again, only the submission's row is brought up to date.
 */
final class Approval {
    private static final int ENTRY_ID_CHARS = 12;

    /**
     * The result of an approval.
     *
     * @param refused by submission id the errors that keep it from being an entry
     * @param skipped by submission id the failure for which it was not even tried: somebody else decides, or the month
     *     is spent
     * @param written the write for all others; empty where each of them was an entry already
     */
    record Result(
            Map<String, List<Finding>> refused, Map<String, Failure> skipped, Optional<Written<SaveReport>> written) {}

    private final OpenForms forms;
    private final Contents contents;
    private final Access access;
    private final SubmissionDecisions decisions;

    Approval(OpenForms forms, Contents contents, Access access, SubmissionDecisions decisions) {
        this.forms = forms;
        this.contents = contents;
        this.access = access;
        this.decisions = decisions;
    }

    static String entryId(String submissionId) {
        return Hashes.sha256Hex(submissionId).substring(0, ENTRY_ID_CHARS);
    }

    /** Approves a submission by the form itself, on behalf of no user. */
    void approveItself(Project project, Submission row) {
        String modelId = row.place().modelId();
        Author author = Author.person("form:" + modelId, "").through(Author.Origin.FORM, null);
        approve(
                access.ofKey(project, KeyRole.EDITOR, AllowedModels.all(), AllowedLocales.all()),
                author,
                List.of(row.head()));
    }

    /**
     * The form, not the member who decides, writes the entries: with an editor's rights, within the models and locales
     * of the caller, and as their co-author.
     *
     * @param rows of one form
     */
    Result approve(ProjectAccess place, Author author, List<Head> rows) {
        SubmissionDecisions.Claim claim = decisions.claim(rows);
        List<Submission> claimed = claim.rows();
        Map<String, Failure> skipped = new LinkedHashMap<>();
        Set<String> taken = ids(claimed);
        rows.stream()
                .map(Head::id)
                .filter(id -> !taken.contains(id))
                .forEach(id -> skipped.put(
                        id,
                        Failure.conflict(
                                "Somebody else is deciding about this submission now; look again in a moment.")));
        Map<String, List<Finding>> refused = new LinkedHashMap<>();
        try {
            skipped.putAll(decisions.count(claimed)); // before anything is written that could not be taken back
            List<Submission> counted = claimed.stream()
                    .filter(row -> !skipped.containsKey(row.id()))
                    .toList();
            Optional<Written<SaveReport>> written =
                    counted.isEmpty() ? Optional.empty() : write(place, author, counted, refused);
            decisions.approved(
                    counted.stream()
                            .filter(row -> !refused.containsKey(row.id()))
                            .toList(),
                    author,
                    written.flatMap(Written::change).map(change -> change.branch()));
            return new Result(refused, skipped, written);
        } finally {
            decisions.release(claim);
        }
    }

    /** The write that approving a submission would make, as a dry run; empty when its entry exists already. */
    Optional<Written<SaveReport>> tried(ProjectAccess place, Author author, Submission row) {
        Newest newest = forms.newest(place.project());
        String modelId = row.place().modelId();
        if (!isMissing(newest, row)) {
            return Optional.empty();
        }
        return Optional.of(contents.saveMany(
                ofForm(place),
                author.lettingIn(modelId),
                WriteOptions.none().tried(),
                request(model(newest, modelId), List.of(row), values(List.of(row)))));
    }

    private ProjectAccess ofForm(ProjectAccess place) {
        return access.ofKey(place.project(), KeyRole.EDITOR, place.models(), place.locales());
    }

    private static boolean isMissing(Newest newest, Submission row) {
        return row.decided().entryId() == null
                && newest.present(row.place().modelId(), row.locale(), List.of(entryId(row.id())))
                        .isEmpty();
    }

    private static ModelDefinition model(Newest newest, String modelId) {
        return newest.find(modelId)
                .orElseThrow(() -> Failure.notFound("There is no model " + modelId + " in this project."));
    }

    /**
     * Writes the missing entries, without those that are refused; empty where no commit was needed. Adds the errors of
     * submissions that cannot be entries to {@code refused}.
     */
    private Optional<Written<SaveReport>> write(
            ProjectAccess place, Author author, List<Submission> rows, Map<String, List<Finding>> refused) {
        String modelId = rows.getFirst().place().modelId();
        Newest newest = forms.newest(place.project());
        ModelDefinition model = model(newest, modelId);
        List<Submission> missing =
                rows.stream().filter(row -> isMissing(newest, row)).toList();
        Map<String, ObjectNode> values = values(missing);
        while (!missing.isEmpty()) {
            Written<SaveReport> written = contents.saveMany(
                    ofForm(place),
                    author.lettingIn(modelId),
                    WriteOptions.none().marked(mark(missing)),
                    request(model, missing, values));
            if (written.status() != Written.Status.REFUSED) {
                return Optional.of(written);
            }
            missing = without(model, missing, written.report(), refused);
        }
        return Optional.empty();
    }

    /**
     * The mark by which the commit is found again when the rows could not be written after it; a discarded change is
     * another.
     */
    private static IdempotencyMark.Write mark(List<Submission> rows) {
        String ids = rows.stream()
                .map(row -> Optional.ofNullable(row.decided().branch())
                        .map(discarded -> row.id() + ' ' + discarded)
                        .orElse(row.id()))
                .sorted()
                .collect(Collectors.joining(" "));
        String hash = Hashes.sha256Hex(ids);
        return new IdempotencyMark.Write("form-" + hash, hash);
    }

    /**
     * The values of submissions by their ids.
     *
     * @throws Failure UNPROCESSABLE for more than one write may have
     */
    private static Map<String, ObjectNode> values(List<Submission> rows) {
        ValueBudget budget = ValueBudget.of(FormLimits.APPROVED_VALUES_MAX);
        Map<String, ObjectNode> values = new HashMap<>();
        try {
            rows.forEach(row -> values.put(row.id(), row.values(budget)));
        } catch (TooManyValues tooMany) {
            throw Failure.unprocessable(
                            "These submissions hold %s; approve fewer of them at once.".formatted(tooMany.message()))
                    .withCode(Intake.TOO_MANY_VALUES)
                    .causedBy(tooMany);
        }
        return values;
    }

    private static BatchRequest request(ModelDefinition model, List<Submission> rows, Map<String, ObjectNode> values) {
        Map<Optional<String>, ObjectNode> byLocale = new LinkedHashMap<>();
        for (Submission row : rows) {
            Optional<String> locale = model.i18n() ? Optional.of(row.locale()) : Optional.empty();
            byLocale.computeIfAbsent(locale, key -> Json.object()).set(entryId(row.id()), values.get(row.id()));
        }
        return new BatchRequest(
                model.id(),
                byLocale.entrySet().stream()
                        .map(save -> SaveRequest.of(model.id(), save.getKey(), save.getValue()))
                        .toList());
    }

    /** The submissions left after refusing those that the errors name: an entry, all of a locale, or else all. */
    private static List<Submission> without(
            ModelDefinition model, List<Submission> rows, SaveReport report, Map<String, List<Finding>> refused) {
        List<Finding> errors = report.findings().stream()
                .filter(finding -> finding.severity() == Finding.Severity.ERROR)
                .toList();
        List<Submission> left = new ArrayList<>();
        for (Submission row : rows) {
            List<Finding> own = errors.stream()
                    .filter(finding -> finding.entry() == null
                            ? model.i18n() && row.locale().equals(finding.locale())
                            : entryId(row.id()).equals(finding.entry()))
                    .toList();
            if (own.isEmpty()) {
                left.add(row);
            } else {
                refused.put(row.id(), own);
            }
        }
        if (left.size() == rows.size()) {
            rows.forEach(row -> refused.put(row.id(), errors));
            return List.of();
        }
        return left;
    }

    private static Set<String> ids(List<Submission> rows) {
        return rows.stream().map(Submission::id).collect(Collectors.toCollection(java.util.LinkedHashSet::new));
    }

    /** The decision about a row that has become an entry. */
    static Decided decided(Head row, java.time.Instant at, String by, Optional<String> branch) {
        return new Decided(at, by, entryId(row.id()), branch.orElse(null));
    }
}
