package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Person;
import cms.testing.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Whether the time of an answer tells a project of somebody else from none: both are asked for in turn, and the ranks of the
 * times are compared. Half of all pairs have the foreign one slower where nothing can be told.
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
            List<Long> foreign = new ArrayList<>();
            List<Long> unknown = new ArrayList<>();
            for (int i = 0; i < 2 * TIMES; i++) {
                boolean theirs = order.nextBoolean();
                String path = "/api/workspaces/" + (theirs ? workspace : noWorkspace) + "/projects/"
                        + (theirs ? project : noProject) + route;
                long before = System.nanoTime();
                eve.get(path).is(404);
                (theirs ? foreign : unknown).add(System.nanoTime() - before);
            }
            double share = slower(foreign, unknown);
            told.add("%d %% of pairs, %.2f and %.2f ms at %s"
                    .formatted(
                            Math.round(100 * share),
                            median(foreign),
                            median(unknown),
                            route.isEmpty() ? "the project" : route));
            assertThat(share)
                    .as("pairs in which the foreign id is slower at " + route)
                    .isBetween(0.5 - FAR_FROM_HALF, 0.5 + FAR_FROM_HALF);
        }
    }

    private static double slower(List<Long> these, List<Long> those) {
        long pairs = these.stream()
                .mapToLong(one -> those.stream().filter(other -> one > other).count())
                .sum();
        return (double) pairs / (these.size() * those.size());
    }

    private static double median(List<Long> nanos) {
        List<Long> sorted = new ArrayList<>(nanos);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2) / 1_000_000.0;
    }
}
