package cms.review.submit;

import cms.git.CommitId;

/** What bringing {@code cms} into a change came to; {@code sha} is its tip. */
public record Updated(boolean updated, CommitId sha) {}
