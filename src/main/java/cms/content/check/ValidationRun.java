package cms.content.check;

import cms.content.api.Finding;
import cms.content.api.Finding.Severity;
import cms.content.pattern.Budget;
import java.util.ArrayList;
import java.util.List;

/** The validation of one entry: its key, the findings so far, and the work that is left of its budget. */
final class ValidationRun {
    private final FindingTarget subject;
    private final Siblings siblings;
    private final Budget budget;
    private final List<Finding> findings = new ArrayList<>();
    private int errors;
    private boolean full;
    private boolean cutOff;

    ValidationRun(FindingTarget subject, Siblings siblings, Budget budget) {
        this.subject = subject;
        this.siblings = siblings;
        this.budget = budget;
    }

    FindingTarget subject() {
        return subject;
    }

    Siblings siblings() {
        return siblings;
    }

    Budget budget() {
        return budget;
    }

    /** Counts a visited value; false when the check has to stop, which is a finding of its own. */
    boolean visit() {
        if (cutOff) {
            return false;
        }
        if (!budget.spend(1)) {
            findings.add(subject.error("", "The entry is too large to be checked completely."));
            errors++;
            cutOff = true;
        }
        return !cutOff;
    }

    int errors() {
        return errors;
    }

    void add(Severity severity, String path, String message) {
        boolean isFirstError = severity == Severity.ERROR && errors++ == 0;
        if (findings.size() < CheckLimits.ENTRY_FINDINGS_MAX) {
            findings.add(subject.finding(severity, path, message));
            return;
        }
        if (!full) {
            findings.add(subject.finding(Severity.NOTICE, "", "There are more findings; they are left out."));
            full = true;
        }
        if (isFirstError) {
            findings.set(findings.size() - 2, subject.finding(severity, path, message));
        }
    }

    List<Finding> findings() {
        return List.copyOf(findings);
    }
}
