package cms.review;

import cms.git.CommitId;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import java.util.Optional;

/**
 * The query parameter {@code atLeast}, with which a reader names the newest commit that it was told of, and the header
 * of an answer that lacks it: with a remote Git host one instance may know less than the one that was asked before.
 */
public final class AtLeast {
    private static final String BEHIND = "X-Cms-Behind";

    private AtLeast() {}

    /** @throws Failure INVALID for anything but 40 hexadecimal digits */
    public static Optional<CommitId> of(Request request) {
        return request.query("atLeast")
                .map(text -> CommitId.parse(text)
                        .orElseThrow(
                                () -> Failure.invalid("`atLeast` must name a commit by its 40 hexadecimal digits.")));
    }

    public static Answer marked(Answer answer, boolean isBehind) {
        return isBehind ? answer.withHeader(BEHIND, "true") : answer;
    }
}
