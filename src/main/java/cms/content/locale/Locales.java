package cms.content.locale;

import cms.access.Capability;
import cms.content.api.LocaleAdditionRequest;
import cms.content.api.LocaleCopyRequest;
import cms.content.api.SaveReport;
import cms.content.api.Written;
import cms.content.snapshot.ParsedFiles;
import cms.content.write.Call;
import cms.content.write.Writes;
import cms.format.ContentPath;
import cms.review.submit.BranchTopic;
import cms.review.submit.LandingRule;
import java.util.Optional;

/** Copies content to a locale, and adds locales to a project. */
public final class Locales {
    private final Writes writes;
    private final ParsedFiles files;

    public Locales(Writes writes, ParsedFiles files) {
        this.writes = writes;
        this.files = files;
    }

    /** Copies a model's content from one locale to another as drafts, which never overwrite entries. */
    public Written<SaveReport> copy(Call call, LocaleCopyRequest request) {
        call.requiring(Capability.COPY_LOCALE, request.modelId(), Optional.of(request.from()));
        call.place().locales().require(request.to());
        LocaleCopy copy = new LocaleCopy(request, call.author(), files);
        return writes.submit(
                call,
                BranchTopic.content(request.modelId()),
                LandingRule.BY_WORKFLOW,
                (content, files) -> copy.over(content));
    }

    /**
     * Adds a locale to the configuration. The setting lands at once; content that is copied with it waits for review
     * like any other.
     */
    public Written<SaveReport> add(Call call, LocaleAdditionRequest request) {
        call.requiring(Capability.ADD_LOCALE);
        call.place().locales().require(request.locale());
        request.copyFrom().ifPresent(call.place().locales()::require);
        LocaleAddition addition = new LocaleAddition(request, call.author(), files);
        LandingRule rule = request.copyFrom().isEmpty() ? LandingRule.AT_ONCE : LandingRule.BY_WORKFLOW;
        Call settings = call.about(new ContentPath.Config()::equals);
        return writes.submit(settings, BranchTopic.config(), rule, (content, files) -> addition.over(content));
    }
}
