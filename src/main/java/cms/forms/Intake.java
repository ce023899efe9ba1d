package cms.forms;

import cms.content.api.Finding;
import cms.forms.OpenForms.Open;
import cms.forms.Submission.FormAddress;
import cms.forms.Submission.Visitor;
import cms.forms.SubmissionStore.Repeat;
import cms.forms.captcha.Turnstile;
import cms.forms.clean.Sanitiser;
import cms.forms.spam.SpamRule;
import cms.plan.Feature;
import cms.platform.crypto.Hashes;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.instance.Instance;
import cms.platform.json.Json;
import cms.platform.limits.ChosenLimits;
import cms.usage.Meter;
import cms.usage.Month;
import cms.usage.Usage;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Takes the submissions of visitors, with the checks in the order of reference 8. */
final class Intake {
    static final String TOO_MANY_VALUES = "form.too_many_values";

    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

    /** An error of one field. */
    record Fault(String field, String message) {}

    /** The answer to the visitor: thanks, or the errors. */
    record Reply(Form form, List<Fault> faults) {}

    private final OpenForms forms;
    private final Approval approval;
    private final Instance instance;
    private final Usage usage;
    private final IntakeSettings settings;
    private final Turnstile turnstile;
    private final SpamBin spam;
    private final SubmissionStore store = new SubmissionStore();
    private final TotalStore totals = new TotalStore();
    private final DigestStore digests = new DigestStore();
    private final RandomTokens random = new RandomTokens();

    Intake(OpenForms forms, Approval approval, Instance instance, Usage usage, IntakeSettings settings, SpamBin spam) {
        this.forms = forms;
        this.approval = approval;
        this.instance = instance;
        this.usage = usage;
        this.settings = settings;
        this.turnstile = settings.captcha().turnstile();
        this.spam = spam;
    }

    /**
     * Stores a submission once; {@link #countAgainstRate} has counted it.
     *
     * @throws Failure FORBIDDEN for a page of another site, RATE_LIMITED beyond the form's or the plan's month,
     *     UNPROCESSABLE for a key that came with another body, and for more values than a submission may have,
     *     NOT_FOUND where the project was deleted or the model renamed meanwhile
     */
    Reply submit(Open open, SubmitRequest sent, Visitor visitor, Optional<String> origin, Optional<String> key) {
        Form form = open.form();
        if (!form.takesFrom(origin)) {
            throw Failure.forbidden("Pages of this origin may not send this form.");
        }
        Reply thanks = new Reply(form, List.of());
        if (form.hasHoneypot() && sent.fillsHoneypot()) {
            return thanks;
        }
        Optional<Repeat> repeat = key.map(text -> new Repeat(Hashes.sha256Hex(text), sent.hash()));
        if (isRepeated(open.place(), repeat)) {
            return thanks;
        }
        ObjectNode values = sent.values().apply(form);
        requireFew(values);
        if (asksCaptcha(open) && !turnstile.passes(sent.captchaToken(form), visitor.address())) {
            return new Reply(form, List.of(new Fault("captcha", "The captcha could not be verified; try again.")));
        }
        String locale = locale(open, sent);
        ObjectNode data = (ObjectNode) Sanitiser.clean(values);
        String id = random.uuid();
        List<Finding> findings = instance.compute()
                .run(
                        open.project().workspaceId(),
                        () -> open.newest().check(form.model(), locale, Approval.entryId(id), data));
        List<Fault> faults = findings.stream()
                .filter(finding -> finding.severity() == Finding.Severity.ERROR)
                .map(finding -> new Fault(finding.field(), finding.message()))
                .toList();
        if (!faults.isEmpty()) {
            return new Reply(form, faults);
        }
        forms.requireStill(open); // the captcha and the checks may have taken seconds
        long filled = sent.millisToFill(form, instance.clock().millis());
        store(open, new CheckedSubmission(id, data, locale, visitor, filled, repeat))
                .ifPresent(stored -> approve(open, stored));
        return thanks;
    }

    boolean asksCaptcha(Open open) {
        return open.form().asksCaptcha() && forms.allows(open.plan(), Feature.FORMS_CAPTCHA);
    }

    Turnstile turnstile() {
        return turnstile;
    }

    /** @throws Failure RATE_LIMITED where an address sends a form more often than its limit */
    void countAgainstRate(Open open, String address) {
        int perMinute = open.form().ratePerMinute().orElse(settings.ratePerMinute());
        String subject = open.project().id() + " " + open.form().model().id() + " " + address;
        instance.limiter().take(ChosenLimits.FORM_SUBMIT.of(perMinute), subject).orFail();
    }

    private boolean isRepeated(FormAddress place, Optional<Repeat> repeat) {
        long since = instance.clock().instant().minus(FormLimits.REPEATS).toEpochMilli();
        Optional<String> known = repeat.flatMap(
                wanted -> instance.database().read(tx -> store.repeatedBody(tx, place, wanted.key(), since)));
        known.ifPresent(body -> {
            if (!body.equals(repeat.orElseThrow().body())) {
                throw Failure.unprocessable("This `Idempotency-Key` came with another body before.");
            }
        });
        return known.isPresent();
    }

    /** What is stored is read again and again, by people and jobs, and a value takes more memory than a byte. */
    private static void requireFew(ObjectNode values) {
        if (count(values, 0) > FormLimits.VALUES_MAX) {
            throw Failure.unprocessable("A submission has at most %,d values; send fewer, or several submissions."
                            .formatted(FormLimits.VALUES_MAX))
                    .withCode(TOO_MANY_VALUES);
        }
    }

    private static int count(JsonNode value, int before) {
        int count = before + 1;
        for (JsonNode inner : value.values()) {
            count = count(inner, count);
        }
        return count;
    }

    private static String locale(Open open, SubmitRequest sent) {
        String wanted = sent.member(open.form(), "locale").orElse(open.newest().defaultLocale());
        if (!open.newest().supportedLocales().contains(wanted)) {
            throw Failure.invalid("`locale` is not a locale of this project.");
        }
        return wanted;
    }

    /** A submission that has passed every check. */
    private record CheckedSubmission(
            String id, ObjectNode data, String locale, Visitor visitor, long millisToFill, Optional<Repeat> repeat) {}

    /** Stores a submission; empty where another request with the same key has just stored it. */
    private Optional<Submission> store(Open open, CheckedSubmission received) {
        try {
            return Optional.of(instance.database().write(tx -> insert(tx, open, received)));
        } catch (Failure refused) {
            if (refused.kind() == FailureKind.CONFLICT && isRepeated(open.place(), received.repeat())) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    private Submission insert(Tx tx, Open open, CheckedSubmission received) {
        forms.keepProject(tx, open);
        FormAddress place = open.place();
        Instant now = instance.clock().instant();
        Map<String, String> texts = texts(received.data());
        Optional<String> textHash = textHash(texts);
        List<String> reasons = forms.allows(open.plan(), Feature.FORMS_SPAM_FILTER)
                ? reasons(tx, place, received, texts, textHash)
                : List.of();
        SubmissionStatus status = reasons.isEmpty() ? SubmissionStatus.PENDING : SubmissionStatus.SPAM;
        Submission row = new Submission(
                received.id(),
                place,
                status,
                Json.text(received.data()),
                received.locale(),
                received.visitor(),
                reasons,
                reasons.isEmpty() ? now : null,
                now,
                Submission.Decided.NOT_YET);
        received.repeat()
                .ifPresent(repeat -> store.forgetRepeat(
                        tx, place, repeat.key(), now.minus(FormLimits.REPEATS).toEpochMilli()));
        store.insert(tx, row, received.repeat(), textHash);
        long rows = totals.add(tx, place, status, 1);
        if (status == SubmissionStatus.SPAM) {
            spam.keepWithin(tx, place, rows, List.of(row.id()));
        } else {
            count(tx, open, row, received.data());
        }
        return row;
    }

    private void count(Tx tx, Open open, Submission row, ObjectNode data) {
        FormAddress place = row.place();
        Month month = Month.at(row.createdAt());
        open.form().monthMax().ifPresent(max -> {
            if (!totals.takeOfMonth(tx, place, month.key(), max)) {
                throw Failure.rateLimited("This form takes no more submissions this month.", month.untilNext());
            }
        });
        usage.take(tx, place.workspaceId(), Meter.FORM_SUBMISSIONS, 1);
        instance.announcements()
                .announce(
                        tx,
                        new FormSubmitted(
                                place.projectId(),
                                place.modelId(),
                                row.id(),
                                row.status().key(),
                                data,
                                row.createdAt().toEpochMilli()));
        if (open.form().notifies() && forms.allows(open.plan(), Feature.FORMS_NOTIFICATIONS)) {
            long now = row.createdAt().toEpochMilli();
            digests.arm(tx, place, now, now + FormLimits.DIGEST_AFTER.toMillis());
        }
    }

    private List<String> reasons(
            Tx tx,
            FormAddress place,
            CheckedSubmission received,
            Map<String, String> texts,
            Optional<String> textHash) {
        long since = instance.clock().instant().minus(FormLimits.SAME_TEXT).toEpochMilli();
        boolean same = textHash.filter(hash -> store.hasSameText(tx, place, hash, since))
                .isPresent();
        return SpamRule.reasons(new SpamRule.Sent(texts, same, received.millisToFill()));
    }

    private static Map<String, String> texts(ObjectNode data) {
        Map<String, String> texts = new LinkedHashMap<>();
        data.forEachEntry((name, value) -> {
            if (value.isString()) {
                texts.put(name, value.stringValue());
            }
        });
        return texts;
    }

    /** A hash of all texts; empty when none is long enough to be told from others. */
    private static Optional<String> textHash(Map<String, String> texts) {
        boolean telling = texts.values().stream().anyMatch(text -> text.length() >= FormLimits.SAME_TEXT_CHARS_MIN);
        return telling ? Optional.of(Hashes.sha256Hex(texts.toString())) : Optional.empty();
    }

    /** Approves a submission where the form does so itself. On a failure it stays pending, unseen by the visitor. */
    private void approve(Open open, Submission stored) {
        boolean wanted = stored.status() == SubmissionStatus.PENDING
                && open.form().approvesItself()
                && forms.allows(open.plan(), Feature.FORMS_AUTO_APPROVE);
        if (!wanted) {
            return;
        }
        try {
            approval.approveItself(open.project(), stored);
        } catch (Failure later) {
            LOG.warn("the submission {} could not approve itself: {}", stored.id(), later.message());
        }
    }
}
