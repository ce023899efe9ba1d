package cms.content;

import cms.content.api.Finding;
import cms.content.check.FindingTarget;
import cms.content.check.LooseEnds;
import cms.content.check.Siblings;
import cms.content.pattern.Budget;
import cms.content.snapshot.LocaleContent;
import cms.content.snapshot.ModelContent;
import cms.format.ModelKind;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import tools.jackson.databind.node.ObjectNode;

/**
 * A validation of stored content, done in pieces of some hundredths of a second. All pieces share one budget, that of
 * the health of a project (SECURITY.md); content beyond it is not checked, which is a finding of its own. Not
 * thread-safe.
 */
public final class Validation {
    /** Steps after which a piece ends; an entry that it has started is checked to its end. */
    static final long PIECE_STEPS = 5_000_000;

    /** Steps that each entry counts for a piece at least, because visiting an entry takes longer than its steps say. */
    private static final long ENTRY_STEPS_MIN = 500;

    private static final int FINDINGS_MAX = 1_000;
    private static final String TOO_LARGE =
            "The content is too large to be checked completely; name a model and a locale.";

    final List<Part> parts;
    private final Budget budget;
    private final long pieceSteps;
    private final List<Finding> findings = new ArrayList<>();
    private Iterator<Map.Entry<String, ObjectNode>> entries =
            Map.<String, ObjectNode>of().entrySet().iterator();
    private Siblings siblings = Siblings.none();
    private int begun;
    private int entriesChecked;
    private boolean invalid;

    /**
     * The content of one model in one locale.
     *
     * @param exists takes a model and an id or slug; true where a relation from here finds the entry, or where the
     *     caller may not know
     */
    record Part(
            ModelContent model,
            String locale,
            LocaleContent content,
            LooseEnds ends,
            BiPredicate<String, String> exists) {
        FindingTarget subject(String key) {
            String id = model.model().id();
            return switch (model.model().kind()) {
                case COLLECTION -> FindingTarget.entry(id, locale, key);
                case DOCUMENT -> FindingTarget.document(id, locale, key);
                case SINGLETON, DICTIONARY -> FindingTarget.whole(id, locale);
            };
        }

        Map<String, ObjectNode> entries() {
            Map<String, ObjectNode> entries = new LinkedHashMap<>();
            content.documents().forEach((slug, file) -> entries.put(slug, file.frontmatter()));
            content.values().ifPresent(values -> {
                if (model.model().kind() == ModelKind.COLLECTION) {
                    values.forEachEntry((key, value) ->
                            entries.put(key, value instanceof ObjectNode entry ? entry : Json.object()));
                } else {
                    entries.put("", values);
                }
            });
            return entries;
        }
    }

    Validation(List<Part> parts, Budget budget, long pieceSteps) {
        this.parts = List.copyOf(parts);
        this.budget = budget;
        this.pieceSteps = pieceSteps;
    }

    /**
     * Checks the next piece.
     *
     * @return whether there is more to check
     */
    public boolean checkNext() {
        long left = pieceSteps;
        while (left > 0 && !budget.exhausted() && (entries.hasNext() || begun < parts.size())) {
            if (entries.hasNext()) {
                long before = budget.remaining();
                check(parts.get(begun - 1), entries.next());
                left -= Math.max(ENTRY_STEPS_MIN, before - budget.remaining());
            } else {
                begin(parts.get(begun++));
            }
        }
        return !budget.exhausted() && (entries.hasNext() || begun < parts.size());
    }

    /** The share of models and locales that is checked, from 0 to 1. */
    public double part() {
        boolean over = parts.isEmpty() || budget.exhausted();
        return over ? 1 : (double) (entries.hasNext() ? begun - 1 : begun) / parts.size();
    }

    /** How many models were looked at, each counted once for all its locales. */
    public long modelsChecked() {
        return parts.subList(0, begun).stream()
                .map(part -> part.model().model().id())
                .distinct()
                .count();
    }

    /** How many entries were checked to their end; an entry counts in each of its locales. */
    public int entriesChecked() {
        return entriesChecked;
    }

    /** The findings so far, at most a thousand; at least one is an error when any entry has an error. */
    public List<Finding> findings() {
        return List.copyOf(findings);
    }

    private void begin(Part part) {
        Map<String, ObjectNode> all = part.entries();
        entries = all.entrySet().iterator();
        siblings = part.content().isOfMany() ? Siblings.of(all) : Siblings.none();
    }

    private void check(Part part, Map.Entry<String, ObjectNode> entry) {
        FindingTarget subject = part.subject(entry.getKey());
        List<Finding> found =
                new ArrayList<>(part.model().check().checkOne(subject, entry.getValue(), siblings, budget));
        found.addAll(part.ends().of(subject, entry.getValue(), budget, part.exists()));
        entriesChecked += budget.exhausted() ? 0 : 1;
        if (budget.exhausted()) {
            keep(FindingTarget.whole(part.model().model().id(), part.locale()).error("", TOO_LARGE));
        } else {
            found.forEach(this::keep);
        }
    }

    private void keep(Finding finding) {
        boolean firstError = !invalid && finding.severity() == Finding.Severity.ERROR;
        invalid |= firstError;
        if (findings.size() < FINDINGS_MAX) {
            findings.add(finding);
        } else if (firstError) {
            findings.set(FINDINGS_MAX - 1, finding);
        }
    }
}
