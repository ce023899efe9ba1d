package cms.review;

import static cms.review.Reviewing.branch;
import static cms.review.Reviewing.encode;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which state of a change a decision is about, and where else that state can be read. */
final class ReviewedStateTest {
    private TestApp app;
    private World world;
    private String opened;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        new Reviewing(world).begin();
        opened = branch(world.bo()
                .http()
                .post(world.p() + "/content/authors", Map.of("data", Map.of("one", Map.of("name", "Quincunx"))))
                .is(200));
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /** Shown to fail where {@code sha} counts only without a header: then such a change is merged. */
    @Test
    void aHeaderAndABodyThatNameTheReviewedStateBothHaveToHold() {
        String tip = world.ada().http().get(path("diff")).is(200).header("ETag").replace("\"", "");
        String other = "1".repeat(40);

        for (String decision : List.of("merge", "reject", "update")) {
            decide(decision, other, tip).is(412);
            decide(decision, tip, other).is(412);
        }
        decide("merge", tip, tip).is(200);
    }

    @Test
    void aDecisionThatIsNoObjectIsSaidToBeOne() {
        Reply refused = world.cy()
                .http()
                .post(path("merge"), Map.of("resolutions", Arrays.asList((Object) null)))
                .is(400);
        assertThat(refused.text()).contains("`resolutions`", "`take`");
    }

    /** Shown to fail where the search knows the newest content alone. */
    @Test
    void aSearchFindsWhatIsInAnOpenChangeWhenItNamesTheChange() {
        String search = world.p() + "/search?q=quincunx";
        assertThat(total(search)).isZero();
        assertThat(total(search + "&at=" + encode(opened))).isEqualTo(1);
        assertThat(total(search + "&at=cms")).isZero();
        world.dee().http().get(search + "&at=cr/nothing").is(404);
    }

    private int total(String search) {
        return world.dee().http().get(search).is(200).json().get("total").asInt();
    }

    private Reply decide(String decision, String header, String body) {
        return world.ada().http().with("If-Match", "\"" + header + "\"").post(path(decision), Map.of("sha", body));
    }

    private String path(String last) {
        return world.p() + "/branches/" + encode(opened) + "/" + last;
    }
}
