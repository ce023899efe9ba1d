package cms.content.entry;

import cms.content.api.Finding;
import cms.content.check.EntryCheck;
import cms.content.check.LooseEnds;
import cms.content.pattern.Budget;
import cms.format.ModelDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The shared limits of all edits of one write, however many locales and models it is about: the steps that their checks
 * may take, and the findings that are kept. Not for several threads.
 */
public final class WriteChecks {
    /** Errors that one write keeps, and as many other findings; a last notice tells that there are more. */
    static final int FINDINGS_MAX = 1_000;

    private final Budget budget = EntryCheck.budgetOfWrite();
    private final Map<String, LooseEnds> ends = new HashMap<>();
    private int errors;
    private int others;
    private boolean cut;

    Budget budget() {
        return budget;
    }

    /** The check that all edits of this model share. */
    LooseEnds ends(ModelDefinition model, boolean strict) {
        return ends.computeIfAbsent(model.id(), _ -> new LooseEnds(model, strict));
    }

    /** Whether more errors were found than are kept, so that looking for further ones is of no use. */
    boolean full() {
        return errors > FINDINGS_MAX;
    }

    /** Adds a finding to those of an edit while such findings are kept; the first of the others is a notice instead. */
    void add(Finding finding, List<Finding> edit) {
        int before = finding.severity() == Finding.Severity.ERROR ? errors++ : others++;
        if (before < FINDINGS_MAX) {
            edit.add(finding);
        } else if (!cut) {
            cut = true;
            edit.add(new Finding(
                    Finding.Severity.NOTICE,
                    finding.model(),
                    finding.locale(),
                    null,
                    null,
                    "",
                    "There are more findings; they are left out."));
        }
    }
}
