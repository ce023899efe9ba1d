package cms.content.entry;

import cms.access.Capability;
import cms.content.api.BatchRequest;
import cms.content.api.DeleteRequest;
import cms.content.api.SaveReport;
import cms.content.api.SaveRequest;
import cms.content.api.ScheduleRequest;
import cms.content.api.StatusRequest;
import cms.content.api.Written;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.content.write.Call;
import cms.content.write.Writes;
import cms.platform.failure.Failure;
import cms.review.submit.BranchTopic;
import cms.review.submit.Draft;
import cms.review.submit.LandingRule;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Changes entries, each time in one commit that lands by the workflow; parsed files of writes are cached. */
public final class Entries {
    private final Writes writes;
    private final ParsedFiles files;
    private final SaveRemarks remarks;

    public Entries(Writes writes, ParsedFiles files, SaveRemarks remarks) {
        this.writes = writes;
        this.files = files;
        this.remarks = remarks;
    }

    /**
     * Saves entries, members or documents; a save that is not valid writes nothing and reports why.
     *
     * @throws Failure NOT_FOUND for an unknown model
     */
    public Written<SaveReport> save(Call call, SaveRequest request) {
        requireSaving(call, request);
        Save save = new Save(request, call, files);
        Written<SaveReport> written = submit(call, topic(call, request.modelId(), request.locale()), save::over);
        return remarks.added(call.project(), List.of(request), written);
    }

    private static void requireSaving(Call call, SaveRequest request) {
        call.requiring(Capability.SAVE_CONTENT, request.modelId(), request.locale());
        if (request.status().isPresent()) {
            call.requiring(Capability.CHANGE_STATUS, request.modelId(), request.locale());
        }
    }

    /**
     * Changes the status of entries, all of them in one commit.
     *
     * @throws Failure NOT_FOUND for an unknown model or unknown entries, which it lists
     */
    public Written<StatusRequest> changeStatus(Call call, StatusRequest request) {
        call.requiring(Capability.CHANGE_STATUS, request.modelId(), request.locale());
        StatusChange change = new StatusChange(request, call.author(), files);
        return submit(call, topic(call, request.modelId(), request.locale()), change::over);
    }

    /** Saves several times in one commit; one error keeps everything from being written. */
    public Written<SaveReport> saveAll(Call call, BatchRequest request) {
        request.saves().forEach(save -> requireSaving(call, save));
        BatchSave save = new BatchSave(request, call, files);
        return remarks.added(
                call.project(),
                request.saves(),
                submit(call.naming(save::operations), BranchTopic.content(request.modelId()), save::over));
    }

    /** Removes entries; unknown ones are NOT_FOUND with the list of them. */
    public Written<SaveReport> delete(Call call, DeleteRequest request) {
        call.requiring(Capability.DELETE_CONTENT, request.modelId(), request.locale());
        EntryDelete delete = new EntryDelete(request, call.author(), files);
        BranchTopic topic = topic(call, request.modelId(), request.locale());
        return writes.submit(call, topic, LandingRule.BY_WORKFLOW, delete::over);
    }

    /** Changes {@code publish_at} and {@code expire_at} of entries. */
    public Written<SaveReport> schedule(Call call, ScheduleRequest request) {
        call.requiring(Capability.CHANGE_STATUS, request.modelId(), request.locale());
        ScheduleChange change = new ScheduleChange(request, call.author(), files);
        return submit(call, topic(call, request.modelId(), request.locale()), change::over);
    }

    private <R> Written<R> submit(Call call, BranchTopic topic, Function<Snapshot, Draft<R>> work) {
        return writes.submit(call, topic, LandingRule.BY_WORKFLOW, (content, files) -> work.apply(content));
    }

    private BranchTopic topic(Call call, String modelId, Optional<String> named) {
        String locale =
                named.orElseGet(() -> new ModelLocale(modelId, Optional.empty()).topic(writes.newest(call.project())));
        return BranchTopic.content(modelId, locale);
    }
}
