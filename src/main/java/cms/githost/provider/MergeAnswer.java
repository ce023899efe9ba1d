package cms.githost.provider;

/** The host's answer to an attempt to merge a pull request. */
public enum MergeAnswer {
    MERGED,
    /** Checks, reviews or conflicts stand in the way; it stays open for people. */
    NOT_YET,
    /** Its head has moved since; look again. */
    MOVED
}
