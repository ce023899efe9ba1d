package cms.content.entry;

import cms.content.api.SaveReport;
import cms.content.api.SaveRequest;
import cms.content.api.Written;
import cms.project.Project;
import java.util.List;

/** Adds warnings of other rooms to the report of a save; never refuses one. */
public interface SaveRemarks {
    /** The report with the warnings added. */
    Written<SaveReport> added(Project project, List<SaveRequest> saves, Written<SaveReport> written);
}
