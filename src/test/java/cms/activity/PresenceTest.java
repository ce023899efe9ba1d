package cms.activity;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.events.Signals;
import cms.platform.limits.SlidingWindows;
import cms.testing.Events;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Who is where in a project, as people report it and hear of it. */
@Timeout(90)
class PresenceTest {
    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        world.dee().http().get(world.p() + "/brain/sync").is(200);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /** Shown to fail where the event has an id: whoever resumes with it is told to read everything anew. */
    @Test
    void whoComesMovesAndLeavesIsToldToTheOthersWithoutAnId() {
        try (Events stream = listen(world.dee())) {
            save("one");
            stream.next();
            stream.next();
            String id = stream.lastId();
            report(world.bo(), "posts", "one");
            JsonNode event = stream.next().orElseThrow();
            assertThat(event.get("type").asString()).isEqualTo("presence");
            JsonNode bo = event.at("/people/0");
            assertThat(bo.get("user").asString()).isEqualTo(world.bo().id());
            assertThat(bo.get("name").asString()).isNotBlank();
            assertThat(places(event)).containsExactly("posts one");
            app.clock().advance(Duration.ofSeconds(1));
            send(world.bo(), Map.of("model", "posts", "locale", "en", "entry", "two", "field", "title"))
                    .is(204);
            JsonNode moved = stream.next().orElseThrow();
            assertThat(places(moved)).containsExactly("posts two");
            assertThat(moved.at("/people/0/field").asString()).isEqualTo("title");
            leave(world.bo());
            assertThat(places(stream.next().orElseThrow())).isEmpty();
            assertThat(stream.lastId()).isEqualTo(id);
        }
    }

    /** Shown to fail where a stream that is opened begins with nobody. */
    @Test
    void whoOpensAStreamIsToldWhoIsThere() {
        report(world.bo(), "posts", "one");
        try (Events stream = listen(world.dee())) {
            assertThat(places(stream.next().orElseThrow())).containsExactly("posts one");
        }
    }

    @Test
    void whoIsSilentFor45SecondsIsNotThereAnyMoreAndAReportKeepsOne() {
        report(world.bo(), "posts", "one");
        report(world.cy(), "posts", "two");
        try (Events stream = listen(world.dee())) {
            assertThat(places(stream.next().orElseThrow())).containsExactly("posts one", "posts two");
            app.clock().advance(Duration.ofSeconds(30));
            report(world.cy(), "posts", "two");
            app.clock().advance(Duration.ofSeconds(15));
            assertThat(places(stream.next().orElseThrow())).containsExactly("posts two");
            app.clock().advance(Duration.ofSeconds(30));
            assertThat(places(stream.next().orElseThrow())).isEmpty();
        }
    }

    /** Shown to fail where everybody is told of everybody, and where an event comes though its people are the same. */
    @Test
    void whoMayNotReadAModelHearsNothingOfTheOthersInIt() {
        world.narrow(world.dee(), "viewer", "authors");
        try (Events stream = listen(world.dee());
                Events whole = listen(world.ada())) {
            report(world.bo(), "posts", "one");
            assertThat(places(whole.next().orElseThrow())).containsExactly("posts one");
            app.clock().advance(Duration.ofSeconds(1));
            report(world.bo(), "posts", "two");
            assertThat(places(whole.next().orElseThrow())).containsExactly("posts two");
            report(world.cy(), "authors", "mara");
            assertThat(places(whole.next().orElseThrow())).containsExactly("posts two", "authors mara");
            assertThat(places(stream.next().orElseThrow())).containsExactly("authors mara");
            world.narrow(world.dee(), "viewer", "posts");
            JsonNode event = stream.next().orElseThrow();
            assertThat(event.get("type").asString()).isEqualTo("reset");
            assertThat(places(stream.next().orElseThrow())).containsExactly("posts two");
        }
        send(world.dee(), Map.of("model", "authors")).is(403);
        send(world.nobody(), Map.of("model", "posts")).is(404);
    }

    /** Shown to fail where a leave counts: whoever closes an entry at once would be shown for 45 seconds more. */
    @Test
    void aPersonReportsOnceASecondAndLeavesAtAnyTime() {
        report(world.bo(), "posts", "one");
        Reply refused =
                send(world.bo(), Map.of("model", "posts", "entry", "two")).is(429);
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        report(world.cy(), "posts", "one");
        leave(world.bo());
        app.clock().advance(Duration.ofSeconds(1));
        report(world.bo(), "posts", "two");
    }

    @Test
    void aReportThatIsNoneIsRefused() {
        for (Map<String, ?> body : List.<Map<String, ?>>of(
                Map.of(),
                Map.of("leave", false),
                Map.of("leave", "yes"),
                Map.of("model", ""),
                Map.of("model", "posts", "entry", "x".repeat(201)),
                Map.of("model", "posts", "field", "<b>"))) {
            send(world.bo(), body).is(400);
        }
    }

    /** Fails where a name has 150 plain characters at most: who is in such a document was shown to nobody. */
    @Test
    void whoIsInADocumentWithALongSlugOrOneThatWasPushedIsShown() {
        String slug = "x".repeat(200);
        report(world.bo(), "posts", slug);
        report(world.cy(), "posts", "Über uns (2)");
        try (Events stream = listen(world.dee())) {
            assertThat(places(stream.next().orElseThrow())).containsExactly("posts " + slug, "posts Über uns (2)");
        }
    }

    /** Fails where a leave takes the person out: the earlier report of another instance puts it back. */
    @Test
    void aReportThatIsOvertakenByTheLeaveShowsNobody() {
        var doors = app.doors();
        Signals signals = new Signals(doors.rows());
        Presence presence = new Presence(doors.projects(), signals, new SlidingWindows(app.clock()), app.clock());
        PersonHere dee = new PersonHere(world.dee().id(), "Dee", "posts", "en", "one", "");
        PersonHere gone = PersonHere.departure(world.dee().id());

        signals.send(new Presence.PersonReported("p", dee, 1));
        assertThat(presence.in("p")).containsExactly(dee);
        signals.send(new Presence.PersonReported("p", gone, 3));
        signals.send(new Presence.PersonReported("p", dee, 2));
        assertThat(presence.in("p")).isEmpty();
        signals.send(new Presence.PersonReported("p", dee, 3));
        assertThat(presence.in("p")).containsExactly(dee);
    }

    /** Fails where the clocks of two instances are compared whenever a report has come. */
    @Test
    void aLeaveThatIsReportedAtAnInstanceWhoseClockIsBehindIsOneAllTheSame() {
        var doors = app.doors();
        Signals signals = new Signals(doors.rows());
        Presence presence = new Presence(doors.projects(), signals, new SlidingWindows(app.clock()), app.clock());
        PersonHere dee = new PersonHere("dee", "Dee", "posts", "", "one", "");
        signals.send(new Presence.PersonReported("p", dee, 5_000));
        app.clock().advance(Duration.ofSeconds(2));
        signals.send(new Presence.PersonReported("p", PersonHere.departure("dee"), 2_000));
        assertThat(presence.in("p")).isEmpty();
    }

    /** Fails where leaves have no limit: each is a row and a wake-up of every instance. */
    @Test
    void leavesHaveALimitOfTheirOwn() {
        for (int i = 0; i < 10; i++) {
            leave(world.bo());
        }
        send(world.bo(), Map.of("leave", true)).is(429);
        leave(world.cy());
        report(world.bo(), "posts", "one");
    }

    /** Shown to fail where the longest silent makes room, and where the list has no bound. */
    @Test
    void aProjectShowsFiftyPeopleAndTheNextOneOnceThereIsRoom() {
        List<Person> people = new ArrayList<>();
        for (int i = 0; i <= Presence.PEOPLE_MAX; i++) {
            app.clock().advance(Duration.ofSeconds(7)); // ten may sign in in a minute
            Person person = Person.signIn(app.url(), "person" + i + "@example.com");
            world.ada()
                    .http()
                    .post(
                            "/api/workspaces/" + world.workspaceId() + "/members",
                            Map.of("email", person.email(), "role", "admin"));
            person.http().get("/api/workspaces").is(200);
            people.add(person);
        }
        people.forEach(person -> report(person, "posts", "one"));
        try (Events stream = listen(world.ada())) {
            assertThat(users(stream.next().orElseThrow()))
                    .hasSize(Presence.PEOPLE_MAX)
                    .doesNotContain(people.getLast().id());
            leave(people.getFirst());
            assertThat(users(stream.next().orElseThrow())).hasSize(Presence.PEOPLE_MAX - 1);
            app.clock().advance(Duration.ofSeconds(1));
            report(people.getLast(), "posts", "one");
            assertThat(users(stream.next().orElseThrow()))
                    .hasSize(Presence.PEOPLE_MAX)
                    .contains(people.getLast().id());
        }
    }

    private Events listen(Person person) {
        return person.http().events("GET", world.p() + "/events", null);
    }

    private void report(Person person, String model, String entry) {
        send(person, Map.of("model", model, "locale", "en", "entry", entry)).is(204);
    }

    private void leave(Person person) {
        send(person, Map.of("leave", true)).is(204);
    }

    private Reply send(Person person, Map<String, ?> body) {
        return person.http().post(world.p() + "/presence", body);
    }

    private void save(String id) {
        world.bo()
                .http()
                .post(world.p() + "/content/posts", Map.of("data", Map.of(id, Map.of("title", "A"))))
                .is(200);
    }

    private static List<String> places(JsonNode event) {
        return event.get("people")
                .valueStream()
                .map(person -> person.get("model").asString() + " "
                        + person.get("entry").asString())
                .toList();
    }

    private static List<String> users(JsonNode event) {
        return event.get("people")
                .valueStream()
                .map(person -> person.get("user").asString())
                .toList();
    }
}
