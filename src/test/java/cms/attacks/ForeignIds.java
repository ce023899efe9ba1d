package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Person;
import cms.testing.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Whether the time of an answer tells a project of somebody else from none: both are asked for in turn, and the ranks
 * of the times are compared. Half of all pairs have the foreign one slower where nothing can be told.
 */
final class ForeignIds implements Attack {
    private static final int TIMES = 250;
    private static final List<String> ROUTES = List.of("", "/brain/sync", "/content/authors", "/previews");
    private static final double FAR_FROM_HALF = 0.2;

    private final List<String> told = new ArrayList<>();

    @Override
    public String name() {
        return "foreign against unknown ids (foreign is slower in: " + String.join(", ", told) + ")";
    }

    @Override
    public void run(Target target) {
        Person carol = Person.signIn(target.service().url(), "carol@example.com");
        String workspace = carol.primaryWorkspace();
        String project = World.connect(carol, workspace, "starters/blog", "hidden");
        Http eve = target.eve().http();
        Random order = new Random(1);
        String noWorkspace = UUID.randomUUID().toString();
        String noProject = UUID.randomUUID().toString();
        told.clear();
        for (String route : ROUTES) {
            String behind = "/projects/%s" + route;
            TimesInTurn times = TimesInTurn.of(
                    TIMES,
                    order,
                    () -> eve.get("/api/workspaces/" + workspace + behind.formatted(project))
                            .is(404),
                    () -> eve.get("/api/workspaces/" + noWorkspace + behind.formatted(noProject))
                            .is(404));
            told.add(times.text(route.isEmpty() ? "the project" : route));
            assertThat(times.slower())
                    .as("pairs in which the foreign id is slower at " + route)
                    .isBetween(0.5 - FAR_FROM_HALF, 0.5 + FAR_FROM_HALF);
        }
    }
}
