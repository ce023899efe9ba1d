package cms.agent.desk;

import static org.assertj.core.api.Assertions.assertThat;

import cms.access.Author;
import cms.access.Capability;
import cms.agent.model.AgentLimits;
import cms.agent.model.Block;
import cms.agent.model.ToolCard;
import cms.platform.compute.Compute;
import cms.platform.idempotency.IdempotencyMark;
import cms.platform.json.Json;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Neighbouring reads run at the same time, and are answered in the order in which they were called. */
class SideBySideTest {
    private static final int AT_ONCE = AgentLimits.READS_AT_ONCE;
    private static final ObjectNode ANY = Json.object().put("type", "object").put("additionalProperties", true);

    private static TestApp app;
    private static World world;
    private static Project project;

    private final Compute compute = new Compute();
    private volatile boolean stopped;

    private final CyclicBarrier all = new CyclicBarrier(AT_ONCE);
    private final List<CountDownLatch> ended =
            Stream.generate(() -> new CountDownLatch(1)).limit(AT_ONCE).toList();

    private final ToolExecutor desk = new ToolExecutor(
            Map.of(
                    "meet",
                    offered(new Meeting()),
                    "write",
                    offered(new Writing()),
                    "break",
                    offered(new Breaking()),
                    "models",
                    offered(new Models())),
            new OneTurn(),
            Risk.OFF,
            (tool, input, impact) -> Json.object());

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
        project = app.doors().projects().find(world.projectId()).orElseThrow();
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @AfterEach
    void end() {
        compute.close();
    }

    private static ToolExecutor.Offered offered(Tool tool) {
        return new ToolExecutor.Offered(tool, new ToolCard(tool.name(), "", ANY));
    }

    /** Ends only once as many run as may, and the last of them first. */
    private final class Meeting implements Tool {
        @Override
        public String name() {
            return "meet";
        }

        @Override
        public Capability least() {
            return Capability.READ_CONTENT;
        }

        @Override
        public ToolResult run(ToolInput input, Work work) {
            int n = input.integer("n", 0);
            try {
                all.await(30, TimeUnit.SECONDS);
                if (n < AT_ONCE - 1 && !ended.get(n + 1).await(30, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("the one behind it has not ended");
                }
            } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
                throw new IllegalStateException("it is alone", alone);
            }
            ended.get(n).countDown();
            return ToolResult.of(Json.object().put("n", n));
        }
    }

    private static final class Writing implements Tool {
        @Override
        public String name() {
            return "write";
        }

        @Override
        public Capability least() {
            return Capability.SAVE_CONTENT;
        }

        @Override
        public boolean writes() {
            return true;
        }

        @Override
        public ToolResult run(ToolInput input, Work work) {
            return ToolResult.of(Json.object());
        }
    }

    /** Nobody knows how far it came. */
    private static final class Breaking implements Tool {
        @Override
        public String name() {
            return "break";
        }

        @Override
        public Capability least() {
            return Capability.SAVE_CONTENT;
        }

        @Override
        public boolean writes() {
            return true;
        }

        @Override
        public ToolResult run(ToolInput input, Work work) {
            throw new IllegalStateException("it broke");
        }
    }

    /** Reads content. */
    private static final class Models implements Tool {
        @Override
        public String name() {
            return "models";
        }

        @Override
        public Capability least() {
            return Capability.READ_CONTENT;
        }

        @Override
        public ToolResult run(ToolInput input, Work work) {
            return ToolResult.of(work.search("hello", Optional.empty(), 1));
        }
    }

    private final class OneTurn implements TurnScope {
        @Override
        public String turnId() {
            return "turn";
        }

        @Override
        public Speaker speaker() {
            return new Ada();
        }

        @Override
        public boolean isTainted() {
            return false;
        }

        @Override
        public boolean isTyped(String words) {
            return false;
        }

        @Override
        public void taint() {
            throw new AssertionError("nobody wrote anything strange");
        }

        @Override
        @SuppressWarnings("NullAway") // these tools ask neither a form nor where entries came from
        public Work work(ProjectAccess place, String tool, String callId, IdempotencyMark.Write mark) {
            return new Work(
                    new Verbs(app.doors().content(), app.doors().changes(), null, Optional.empty(), compute),
                    place,
                    speaker().author(callId),
                    Optional.empty(),
                    Optional.of("en"),
                    false,
                    false,
                    mark,
                    null,
                    () -> stopped);
        }

        @Override
        public void wrote(String tool, Effect effect) {
            throw new AssertionError("nothing is written");
        }
    }

    private final class Ada implements Speaker {
        @Override
        public String id() {
            return world.ada().id();
        }

        @Override
        public String kind() {
            return "user";
        }

        @Override
        public Project project() {
            return project;
        }

        @Override
        public ProjectAccess place() {
            return app.doors().projects().access().of(id(), project).orElseThrow();
        }

        @Override
        public Author author(String via) {
            return Author.person(id(), world.ada().email());
        }

        @Override
        public Set<String> tools() {
            return Set.of();
        }
    }

    private static Block.Call meet(int n) {
        return new Block.Call("call" + n, "meet", "{\"n\":" + n + "}");
    }

    @Test
    void asManyReadsAsMayRunAtOnceAndAreAnsweredInTheirOrder() {
        List<Block.Call> calls =
                IntStream.rangeClosed(0, AT_ONCE).mapToObj(SideBySideTest::meet).toList();
        assertThat(desk.together(calls)).isEqualTo(AT_ONCE);
        List<RenderedResult> rendered = desk.handle(calls.subList(0, AT_ONCE));
        List<Integer> order = rendered.stream()
                .map(RenderedResult::forClient)
                .map(result -> ((JsonNode) result).path("n").asInt(-1))
                .toList();
        assertThat(order).isEqualTo(IntStream.range(0, AT_ONCE).boxed().toList());
    }

    @Test
    void ofAWriteThatBrokeNobodyKnowsWhetherItWasDone() {
        assertThat(desk.isInDoubt()).isFalse();
        RenderedResult broken =
                desk.handle(List.of(new Block.Call("b", "break", "{}"))).getFirst();
        assertThat(broken.forClient().path("code").asString()).isEqualTo("unavailable");
        assertThat(desk.isInDoubt()).isTrue();
        assertThat(desk.hasWritten()).isFalse();
    }

    @Test
    void aReadOfContentWaitsForItsTurnToComputeAndEndsWhenTheTurnOfTheConversationIsStopped() throws Exception {
        List<Block.Call> reads = List.of(new Block.Call("m", "models", "{}"));
        assertThat(desk.handle(reads).getFirst().failed()).isFalse();
        CountDownLatch free = new CountDownLatch(1);
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
        CountDownLatch taken = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            Thread.startVirtualThread(() -> compute.run("others", () -> {
                taken.countDown();
                return waited(free);
            }));
        }
        assertThat(taken.await(30, TimeUnit.SECONDS)).isTrue();
        stopped = true;
        RenderedResult rendered = desk.handle(List.of(new Block.Call("n", "models", "{\"again\":1}")))
                .getFirst();
        assertThat(rendered.forClient().path("code").asString()).isEqualTo("unavailable");
        free.countDown();
    }

    private static boolean waited(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void aWriteAndTheSameReadAgainAreAlone() {
        Block.Call write = new Block.Call("w", "write", "{}");
        assertThat(desk.together(List.of(write, meet(1)))).isEqualTo(1);
        assertThat(desk.together(List.of(meet(1), meet(2), write, meet(3)))).isEqualTo(2);
        assertThat(desk.together(List.of(meet(1), meet(1)))).isEqualTo(1);
    }
}
