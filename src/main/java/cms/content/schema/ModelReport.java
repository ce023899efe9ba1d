package cms.content.schema;

import cms.content.check.Finding;
import cms.content.check.HealthItem;
import cms.content.write.SaveAnswer;
import cms.content.write.Written;
import cms.format.ProjectConfig.Workflow;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What the checks said about a definition, and what it breaks for the content that is there. */
record ModelReport(List<Finding> findings, List<HealthItem> breaking, Workflow workflow) {
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
