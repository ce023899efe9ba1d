package cms.monitoring;

import java.util.Optional;

/** The running version. */
public final class Version {
    /** The version of the jar; {@code development} for classes outside of one. */
    public static final String RUNNING = Optional.ofNullable(
                    Version.class.getPackage().getImplementationVersion())
            .orElse("development");

    private Version() {}
}
