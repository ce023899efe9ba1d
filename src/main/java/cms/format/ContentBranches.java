package cms.format;

import java.util.Set;

/** The names of the branches on which this service keeps content, the same in every repository (reference 2.6). */
public final class ContentBranches {
    /** The branch of landed content. */
    public static final String TRUNK = "cms";

    /** The beginning of the name of an open change. */
    public static final String CHANGES = "cr/";

    /** The beginning of the name of a change that holds a push which clashed with {@link #TRUNK}. */
    public static final String PUSHED = CHANGES + "push/";

    /** Names that no branch may have: Git keeps none beside the branches below them. */
    public static final Set<String> FOLDERS = Set.of("cr", "cr/push");

    private ContentBranches() {}
}
