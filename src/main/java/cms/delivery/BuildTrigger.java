package cms.delivery;

/** Why a build runs; the words are those of reference 5.4. */
enum BuildTrigger {
    /** Something landed, was pushed, was switched on, or its time came. */
    AUTOMATIC("webhook"),
    /** A person asked for it; everything is built anew. */
    MANUAL("manual");

    private final String wireName;

    BuildTrigger(String wireName) {
        this.wireName = wireName;
    }

    String wireName() {
        return wireName;
    }
}
