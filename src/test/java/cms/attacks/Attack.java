package cms.attacks;

/** One way to harm the service. A new one is a class, and a line in {@link Attacks}. */
interface Attack {
    /** Whether files are as long as they may be, which takes minutes more; otherwise a third of it. */
    boolean IS_LONG = Boolean.getBoolean("cms.attack.long");

    /** Whether it is left out unless its name is given: the service lives, and others wait longer than is allowed. */
    default boolean isOnlyByName() {
        return false;
    }

    /** What is tried, for the report. */
    String name();

    /** Whether another one may go on at the same time without making it easier or harder. */
    default boolean isBesideOthers() {
        return false;
    }

    /**
     * Makes what it needs, before it counts how long others wait: nobody is harmed yet.
     *
     * @return what is run then
     */
    default Attack prepared(Target target) throws Exception {
        return this;
    }

    /**
     * Does its worst, and says with assertions what has to come back.
     *
     * @throws Exception when something else than that happened
     */
    void run(Target target) throws Exception;
}
