package cms.platform.http;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.content.pattern.Budget;
import cms.content.pattern.EcmaPattern;
import cms.content.search.ContentSearch;
import cms.content.search.SearchCriteria;
import cms.content.snapshot.Narrowing;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.content.snapshot.SnapshotDifference;
import cms.content.snapshot.SnapshotJson;
import cms.delivery.build.ScratchRepository;
import cms.format.ContentPaths;
import cms.format.Markdown;
import cms.git.ChangeSet;
import cms.git.Tree;
import cms.platform.compute.Cancellation;
import cms.platform.heap.ComparisonRoom;
import cms.platform.heap.HeapPool;
import cms.platform.heap.Reservations;
import cms.platform.http.edge.Gzip;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import cms.review.files.Comparison;
import cms.testing.RawConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * Callers close their sockets while what they asked for is computed: its thread is free for others. Shown to fail where
 * the network is not looked at, where the work is not told, and, each kind for itself, where what counts below does not
 * ask.
 */
@Timeout(60)
final class LeavingCallersTest {
    private static final ContentPaths PATHS = ContentPaths.under("");
    private static final String MODEL = """
            {"domain":"blog","fields":{"title":{"type":"string"}},"i18n":false,"id":"post","kind":"collection","name":"post"}
            """;
    private static final int THREADS = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);

    @TempDir
    private static Path folder;

    private static ScratchRepository git;

    private final CountDownLatch begun = new CountDownLatch(THREADS);

    @BeforeAll
    static void openRepository() {
        git = new ScratchRepository(folder);
    }

    @AfterAll
    static void closeRepository() {
        git.close();
    }

    @Test
    void whatIsComputedForAClosedConnectionEndsAndOthersHaveTheirTurn() {
        try (ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get("/api/endless", request -> Answer.json(request.compute("much", this::endless)))
                .get("/api/short", request -> Answer.json(request.compute("little", () -> List.of(1)))))) {
            List<RawConnection> callers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                callers.add(server.raw().send("GET /api/endless HTTP/1.1\r\nHost: a\r\n\r\n"));
            }
            eventually("all threads compute", () -> begun.getCount() == 0);
            callers.forEach(RawConnection::close);
            assertThat(server.get("/api/short").body()).isEqualTo("[1]");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kinds")
    void whateverComputesEndsForAClosedConnection(String counting, Supplier<?> work) {
        LeavingCaller.endsWork(counting, work);
    }

    /** Everything that counts what it does, by what asks while it counts; queries are in {@code cms.delivery.read}. */
    private static List<Arguments> kinds() {
        byte[] values = ("[" + "1,".repeat(100_000) + "1]").getBytes(StandardCharsets.UTF_8);
        EcmaPattern.Valid slow = (EcmaPattern.Valid) EcmaPattern.parse("(x+)+\\1y");
        Tree before = tree(entries(10));
        Tree after = tree(entries(11));
        ParsedFiles parsed = new ParsedFiles();
        Snapshot was = snapshot(before, parsed);
        Snapshot now = snapshot(after, parsed);
        SearchCriteria question =
                new SearchCriteria("title", Optional.empty(), Optional.empty(), 10, model -> true, locale -> true);
        return List.of(
                kind("ValueBudget", () -> Json.sent(values)),
                kind("Budget", () -> slow.pattern().search("x".repeat(5_000), new Budget(1_000_000))),
                kind("BoundedInlines", () -> Markdown.html("a paragraph\n\n".repeat(100))),
                kind("Gzip", () -> Gzip.of(List.of(values))),
                kind("ProjectBudget", () -> snapshot(after, parsed)),
                kind("SnapshotJson", () -> printed(now)),
                kind("SnapshotDifference", () -> difference(was, now)),
                kind("ContentSearch", () -> ContentSearch.search(now, question)),
                kind(
                        "Comparison",
                        () -> ComparisonRoom.answer(
                                "w",
                                room -> new Comparison(before, after, room)
                                        .of(git.repository().diff(before, after)),
                                files -> files)));
    }

    private static Arguments kind(String counting, Supplier<?> work) {
        return Arguments.of(counting, work);
    }

    private static Tree tree(String entries) {
        return git.repository()
                .tree(git.commit(ChangeSet.builder()
                        .put(PATHS.models() + "post.json", MODEL)
                        .put(PATHS.home() + "content/blog/post/data.json", entries)
                        .build()));
    }

    private static Snapshot snapshot(Tree tree, ParsedFiles parsed) {
        return new Reservations(HeapPool.OF_PROCESS)
                .read(
                        new Reservations.Reader("w", () -> {}),
                        reservation -> Snapshot.read(new Snapshot.Source(tree, PATHS, parsed), null, reservation));
    }

    private static Object printed(Snapshot snapshot) {
        var json = new SnapshotJson(snapshot, Map.of(), AllowedModels.all(), Narrowing.none(), snapshot.context());
        json.print();
        return json;
    }

    private static Object difference(Snapshot before, Snapshot after) {
        ObjectNode json = Json.object();
        new SnapshotDifference(before, after, Instant.EPOCH, Map.of(), AllowedModels.all()).addTo(json);
        return json;
    }

    private static String entries(int count) {
        ObjectNode all = Json.object();
        for (int i = 0; i < count; i++) {
            all.putObject("%012d".formatted(i)).put("title", "a title " + i);
        }
        return Json.text(all);
    }

    /** Ends by a cancellation alone. */
    private List<Integer> endless() {
        begun.countDown();
        while (true) {
            Cancellation.current().check();
            Thread.yield();
        }
    }
}
