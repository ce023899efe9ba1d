package cms.review.submit;

import cms.git.CommitId;

/** The result of merging {@code cms} into a change; {@code sha} is the tip of the change. */
public record Updated(boolean updated, CommitId sha) {}
