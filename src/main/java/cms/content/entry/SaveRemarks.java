package cms.content.entry;

import cms.content.api.SaveReport;
import cms.content.api.SaveRequest;
import cms.content.api.Written;
import cms.project.Project;
import java.util.List;

/** What others say about a save; it never refuses one. */
public interface SaveRemarks {
    /** The same with their warnings. */
    Written<SaveReport> added(Project project, List<SaveRequest> saves, Written<SaveReport> written);
}
