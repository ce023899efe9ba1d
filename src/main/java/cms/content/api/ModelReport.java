package cms.content.api;

import java.util.List;

/**
 * The findings of the checks of a definition, and its breaking changes for stored content.
 *
 * @param findings errors and warnings; a write with an error has stored nothing
 * @param breaking the changes that break stored entries, relations, or readers of delivered content
 */
public record ModelReport(List<Finding> findings, List<HealthItem> breaking) {
    public ModelReport {
        findings = List.copyOf(findings);
        breaking = List.copyOf(breaking);
    }
}
