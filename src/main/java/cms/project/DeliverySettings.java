package cms.project;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The delivery settings of a project (spec 2.4).
 *
 * @param branch the branch that is delivered; null for the project's default branch
 * @param publicMedia whether media binaries are served without a key
 */
public record DeliverySettings(boolean enabled, @Nullable String branch, boolean publicMedia) {
    /** Announced in the transaction that changes the settings of a project. */
    public record Changed(String projectId) {}

    /** What a caller changes; what is empty stays. An empty branch within is the project's default branch. */
    public record SettingsUpdate(
            Optional<Boolean> enabled, Optional<Optional<String>> branch, Optional<Boolean> publicMedia) {}

    public static DeliverySettings off() {
        return new DeliverySettings(false, null, false);
    }
}
