package cms.content.api;

import java.util.List;

/**
 * The findings of the checks of a definition, and its breaking changes for stored content.
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
