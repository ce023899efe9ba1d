package cms.content.write;

import cms.access.Author;
import cms.access.Capability;
import cms.content.api.WriteOptions;
import cms.content.snapshot.Snapshot;
import cms.format.ContentPath;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.review.Reviews;
import cms.review.submit.ChangeOptions;
import cms.review.submit.Operation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A requested write: where, by whom, and with which options.
 *
 * @param about the changed files that the expectation of the options ({@code If-Match}) is about
 * @param named the operations of a write in several locales, one for each; empty for a write in a single locale or none
 */
public record Call(
        ProjectAccess place,
        Author author,
        WriteOptions options,
        Predicate<ContentPath> about,
        Optional<Function<Snapshot, List<Operation>>> named) {
    public static Call of(ProjectAccess place, Author author, WriteOptions options) {
        return new Call(place, author, options, path -> true, Optional.empty());
    }

    /** A copy for a write in several locales, with one operation for each. */
    public Call naming(Function<Snapshot, List<Operation>> operations) {
        return new Call(place, author, options, about, Optional.of(operations));
    }

    /** A copy in which only these files have to be as expected. */
    public Call about(Predicate<ContentPath> files) {
        return new Call(place, author, options, files, named);
    }

    /** A copy that waits for a reviewer whatever the workflow. */
    public Call waiting() {
        return new Call(place, author, options.waiting(), about, named);
    }

    /** Fails with FORBIDDEN where the role lacks the capability, and then where it does not cover model or locale. */
    public Call requiring(Capability capability, String modelId, Optional<String> locale) {
        place.rights().require(capability);
        place.models().require(modelId);
        locale.ifPresent(place.locales()::require);
        return this;
    }

    /** Fails with FORBIDDEN where the role lacks the capability, for a write of a model or of the project itself. */
    public Call requiring(Capability capability) {
        place.rights().require(capability);
        return this;
    }

    public Project project() {
        return place.project();
    }

    Optional<Expectation> expectation() {
        return options.ifMatch().map(tags -> new Expectation(tags, about, named));
    }

    ChangeOptions changeOptions() {
        ChangeOptions asked = ChangeOptions.of(options.branch(), place.isAdmin(), options.base())
                .with(options.mark(), options.always());
        boolean isSeen = options.branch()
                .filter(branch -> !Reviews.isVisible(branch, place.models()))
                .isEmpty();
        ChangeOptions scoped = isSeen ? asked : asked.hidingBranch();
        ChangeOptions wanted = options.held() ? scoped.waiting() : scoped;
        return options.dryRun() ? wanted.tried() : wanted;
    }
}
