package cms.githost.provider;

/** The host's answer to an attempt to merge a pull request. */
public enum MergeAnswer {
    MERGED,
    /** Checks, reviews or conflicts prevent the merge; the pull request stays open for people. */
    NOT_YET,
    /** Its head has moved; read it again. */
    MOVED
}
