package cms.content.api;

import java.util.List;

/**
 * What the checks said about a definition, and what it breaks for the content that is there.
 *
 * @param findings errors and warnings; a write with an error has stored nothing
 * @param breaking what entries, relations and readers of delivered content lose
 */
public record ModelReport(List<Finding> findings, List<HealthItem> breaking) {
    public ModelReport {
        findings = List.copyOf(findings);
        breaking = List.copyOf(breaking);
    }
}
