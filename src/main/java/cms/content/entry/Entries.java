package cms.content.entry;

import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.content.write.Call;
import cms.content.write.SaveReport;
import cms.content.write.Writes;
import cms.content.write.Written;
import cms.platform.failure.Failure;
import cms.review.BranchTopic;
import cms.review.Changes.LandingRule;
import cms.review.Draft;
import java.util.function.Function;

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
        return submit(call, topic(call, request.place()), save::over);
    }

    /**
     * Changes the status of entries, all of them in one commit.
     *
     * @throws Failure NOT_FOUND for an unknown model or unknown entries, which it lists
     */
    Written<StatusRequest> changeStatus(Call call, StatusRequest request) {
        StatusChange change = new StatusChange(request, call.author(), files);
        return submit(call, topic(call, request.place()), change::over);
    }

    /** Saves several times in one commit; one error keeps everything from being written. */
    Written<SaveReport> saveAll(Call call, BatchRequest request) {
        BatchSave save = new BatchSave(request, call.author(), files);
        return submit(call.naming(save::operations), BranchTopic.content(request.modelId()), save::over);
    }

    /** Removes entries; unknown ones are NOT_FOUND with the list of them. */
    Written<SaveReport> delete(Call call, DeleteRequest request) {
        EntryDelete delete = new EntryDelete(request, call.author(), files);
        return submit(call, topic(call, request.place()), delete::over);
    }

    /** Changes when entries appear and disappear. */
    Written<SaveReport> schedule(Call call, ScheduleRequest request) {
        ScheduleChange change = new ScheduleChange(request, call.author(), files);
        return submit(call, topic(call, request.place()), change::over);
    }

    private <R> Written<R> submit(Call call, BranchTopic topic, Function<Snapshot, Draft<R>> work) {
        return writes.submit(call, topic, LandingRule.BY_WORKFLOW, work);
    }

    private BranchTopic topic(Call call, Place place) {
        String locale = place.locale().orElseGet(() -> place.topic(writes.newest(call.project())));
        return BranchTopic.content(place.modelId(), locale);
    }
}
