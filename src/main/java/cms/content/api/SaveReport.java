package cms.content.api;

import java.util.List;

/**
 * The findings of the checks of a write of content.
 *
 * @param findings errors and warnings; a write with an error has stored nothing
 */
public record SaveReport(List<Finding> findings) {
    public SaveReport {
        findings = List.copyOf(findings);
    }

    public boolean valid() {
        return Finding.valid(findings);
    }
}
