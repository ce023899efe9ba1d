package cms.content.schema;

import cms.content.api.Finding;
import cms.content.api.HealthItem;
import cms.content.check.FindingTarget;
import cms.content.check.ModelCheck;
import cms.format.ModelDefinition;
import java.util.ArrayList;
import java.util.List;

/** The findings about a definition to be saved: errors, which refuse it, and warnings. */
final class ModelFindings {
    private ModelFindings() {}

    static List<Finding> of(ModelCheck check, boolean clashes, ModelDefinition model) {
        FindingTarget subject = FindingTarget.whole(model.id(), "");
        List<Finding> findings = new ArrayList<>();
        for (HealthItem item : check.checkForSave(model)) {
            String field = item.field() == null ? "" : item.field();
            findings.add(
                    item.severity().isInvalid()
                            ? subject.error(field, item.message())
                            : subject.warning(field, item.message()));
        }
        if (clashes) {
            findings.add(subject.error("content_path", ModelCheck.FILES_OF_ANOTHER));
        }
        return findings;
    }
}
