package cms.content.entry;

import cms.access.Author;
import cms.content.api.Finding;
import cms.content.api.StatusRequest;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.platform.failure.Failure;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.List;

/** A change of status, computed against the newest content (spec 4.8, reference 4.3); for every kind of model. */
final class StatusChange {
    static final String TOOL = "update_status";

    private final StatusRequest request;
    private final Author author;
    private final ParsedFiles files;

    StatusChange(StatusRequest request, Author author, ParsedFiles files) {
        this.request = request;
        this.author = author;
        this.files = files;
    }

    Draft<StatusRequest> over(Snapshot snapshot) {
        Edit edit = new ModelLocale(request.modelId(), request.locale()).edit(snapshot, files);
        refuse(edit.findings());
        ModelLocale.requirePresent(edit, request.entryIds());
        edit.guardMeta(request.entryIds());
        refuse(edit.findings());
        edit.putMeta(
                request.entryIds(), meta -> meta.withStatus(request.status()).withUpdatedBy(author.email()));
        String message = "cms: %s %d entries in %s"
                .formatted(
                        request.status().wireName(),
                        request.entryIds().size(),
                        edit.model().id());
        Operation operation = new Operation(
                Operation.Kind.STATUS,
                author.toolOr(TOOL),
                edit.model().id(),
                edit.locale(),
                edit.keysOf(request.entryIds()));
        return new Draft.Write<>(edit.changes(), message, operation, request);
    }

    private static void refuse(List<Finding> findings) {
        if (!Finding.valid(findings)) {
            throw Failure.unprocessable(findings.getFirst().message());
        }
    }
}
