package cms.content;

import cms.content.check.Finding;
import cms.format.ProjectConfig.Workflow;
import java.util.List;

/**
 * What the checks said about a save.
 *
 * @param findings errors and warnings; a save with an error has written nothing
 * @param workflow what the configuration says, for the answer of a save that wrote nothing
 */
public record SaveReport(List<Finding> findings, Workflow workflow) {
    public SaveReport {
        findings = List.copyOf(findings);
    }

    public boolean valid() {
        return Finding.valid(findings);
    }
}
