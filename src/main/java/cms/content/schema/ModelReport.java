package cms.content.schema;

import cms.content.check.Finding;
import cms.content.check.HealthItem;
import cms.content.check.ModelCheck;
import cms.content.check.Subject;
import cms.content.write.SaveAnswer;
import cms.content.write.Written;
import cms.format.ModelDefinition;
import cms.format.ProjectConfig.Workflow;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What the checks said about a definition, and what it breaks for the content that is there. */
record ModelReport(List<Finding> findings, List<HealthItem> breaking, Workflow workflow) {
    /** What keeps a definition from being saved, and what deserves attention in it. */
    static List<Finding> findings(ModelCheck check, boolean clashes, ModelDefinition model) {
        Subject subject = Subject.whole(model.id(), "");
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

    static ObjectNode answer(Written<ModelReport> written) {
        ModelReport report = written.report();
        ObjectNode json = SaveAnswer.of(written, report.findings(), report.workflow());
        report.breaking().forEach(item -> json.withArray("breakingChanges").add(item.json()));
        if (report.breaking().isEmpty()) {
            json.putArray("breakingChanges");
        }
        return json;
    }
}
