package cms.monitoring;

import java.util.Optional;

/** Which version runs. */
public final class Version {
    /** Of the jar that runs; a build that is no jar has none. */
    public static final String RUNNING = Optional.ofNullable(
                    Version.class.getPackage().getImplementationVersion())
            .orElse("development");

    private Version() {}
}
