package cms.content.entry;

import cms.content.snapshot.ParsedFiles;
import cms.content.write.Call;
import cms.content.write.SaveReport;
import cms.content.write.Writes;
import cms.content.write.Written;
import cms.format.ContentNames;
import cms.platform.failure.Failure;
import cms.review.BranchTopic;
import cms.review.LandingRule;
import java.util.Optional;

/** Every change of entries, each one commit that lands by the workflow; parsed files of writes are remembered. */
final class Entries {
    private final Writes writes;
    private final ParsedFiles files;

    Entries(Writes writes, ParsedFiles files) {
        this.writes = writes;
        this.files = files;
    }

    /**
     * Saves entries, members or documents; a save that is not valid writes nothing and reports why.
     *
     * @throws Failure NOT_FOUND for an unknown model
     */
    Written<SaveReport> save(Call call, SaveRequest request) {
        Save save = new Save(request, call.author(), files);
        return writes.submit(call, topic(request.modelId(), request.locale()), LandingRule.BY_WORKFLOW, save::over);
    }

    /**
     * Changes the status of entries, all of them in one commit.
     *
     * @throws Failure NOT_FOUND for an unknown model or unknown entries, which it lists
     */
    Written<StatusRequest> changeStatus(Call call, StatusRequest request) {
        StatusChange change = new StatusChange(request, call.author(), files);
        return writes.submit(call, topic(request.modelId(), request.locale()), LandingRule.BY_WORKFLOW, change::over);
    }

    private static BranchTopic topic(String modelId, Optional<String> locale) {
        return BranchTopic.content(modelId, locale.orElse(ContentNames.DEFAULT_LOCALE));
    }
}
