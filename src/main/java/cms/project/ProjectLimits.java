package cms.project;

/** The limits of this room, with their units. */
final class ProjectLimits {
    static final int NAME_CHARS_MAX = 100;
    static final int CONTENT_ROOT_CHARS_MAX = 300;
    static final int ALLOWED_MODELS_MAX = 1_000;

    private ProjectLimits() {}
}
