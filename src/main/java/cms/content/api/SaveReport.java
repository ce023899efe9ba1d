package cms.content.api;

import cms.format.ProjectConfig.Workflow;
import java.util.List;

/**
 * What the checks said about a write of content.
 *
 * @param findings errors and warnings; a write with an error has stored nothing
 * @param workflow what the configuration says, for the answer of a write that stored nothing
 */
public record SaveReport(List<Finding> findings, Workflow workflow) {
    public SaveReport {
        findings = List.copyOf(findings);
    }

    public boolean valid() {
        return Finding.valid(findings);
    }
}
