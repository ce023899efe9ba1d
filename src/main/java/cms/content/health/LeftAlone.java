package cms.content.health;

import cms.content.api.HealthItem;
import cms.format.ModelDefinition.ProblemSeverity;
import java.util.List;

/** A repository of which the service reads only what it is asked for, because it ended twice while it read it. */
public final class LeftAlone {
    private LeftAlone() {}

    public static List<HealthItem> items(boolean leftAlone) {
        return leftAlone
                ? List.of(HealthItem.of(
                        HealthItem.CONFIG,
                        "left_alone",
                        ProblemSeverity.ERROR,
                        "The service stopped unexpectedly twice while it was reading this repository. To stay up, it has"
                                + " paused its work here in the background, such as building releases; what is published"
                                + " stays online. Push or save a change to let it try again. If this message comes back,"
                                + " ask whoever runs the service to look into its log."))
                : List.of();
    }
}
