package cms.mcp.kit;

import cms.mcp.protocol.ChangeStreams;
import cms.mcp.protocol.Endpoint;
import cms.mcp.protocol.ProtocolError;
import cms.mcp.protocol.ProtocolSessions;
import cms.mcp.protocol.ServerCard;
import cms.platform.compute.Compute;
import cms.platform.crypto.Seal;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.Answer;
import cms.platform.http.CrossOrigin;
import cms.platform.http.Dispatch;
import cms.platform.http.HttpServer;
import cms.platform.http.HttpSettings;
import cms.platform.http.Loopback;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.StatusTable;
import cms.platform.http.Surface;
import cms.platform.limits.SlidingWindows;
import cms.platform.scratch.Scratch;
import cms.platform.tracing.Tracing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The protocol of remote tools, with the tools, resources and prompts that the conformance kit asks for:
 * {@code .ci/mcp} runs the kit against it, so that what no tool of the product needs is judged as well. Nobody signs
 * in: who one is stands in the URL.
 */
public final class KitServer implements AutoCloseable {
    private static final String CLIENT = "client";
    private static final String PATH = "/{client}/mcp";

    private final HttpServer server;
    private final URI url;
    private final Endpoint endpoint;
    private final Seal seal = new Seal("only of this kit", Optional.empty());
    private final ChangeStreams streams;
    private final Map<String, KitTools> tools = new ConcurrentHashMap<>();

    /** @param scratch a folder for bodies that are large */
    public KitServer(Path scratch) {
        InstantSource clock = InstantSource.system();
        Set<String> over = ConcurrentHashMap.newKeySet();
        ProtocolSessions.Ended ended = new ProtocolSessions.Ended() {
            @Override
            public void add(String hash, Instant forgetAt) {
                over.add(hash);
            }

            @Override
            public boolean contains(String hash) {
                return over.contains(hash);
            }
        };
        streams = new ChangeStreams(clock);
        endpoint = new Endpoint(
                new ServerCard("cms-kit", "Fixtures of the kit", "1", "Tools of the conformance kit."),
                new ProtocolSessions(seal, ended, clock),
                streams);
        Routes routes = new Routes();
        routes.on(Surface.KEYED)
                .openTo(CrossOrigin.only(List.of()).andLoopback())
                .refusing(KitServer::refusal)
                .post(PATH, request -> here(request, client -> endpoint.post(request, client)))
                .get(PATH, request -> here(request, client -> endpoint.stream(request, client)))
                .delete(PATH, request -> here(request, client -> endpoint.end(request, client)));
        HttpSettings settings =
                new HttpSettings("127.0.0.1", 0, URI.create("http://localhost"), List.of(), true, Tracing.off());
        Dispatch dispatch = new Dispatch(
                settings,
                new SlidingWindows(clock),
                new Dispatch.Steps(List.of(), List.of()),
                new SimpleMeterRegistry(),
                new Scratch(scratch),
                new Compute());
        server = new HttpServer(settings, dispatch, routes.all(), List.of(), Map.of());
        url = server.start();
    }

    /** Prints where it listens, and serves until it is ended. */
    public static void main(String[] arguments) {
        System.out.println("kit " + new KitServer(Path.of(arguments[0])).url());
    }

    public URI url() {
        return url;
    }

    /** As the product does where only its own machine reaches it. */
    private Answer here(Request request, Function<Endpoint.Client, Answer> served) {
        if (!Loopback.isNamed(request)) {
            throw Failure.of(FailureKind.FORBIDDEN, "This server answers to its own address.");
        }
        String client = request.pathParameter(CLIENT);
        KitTools own = tools.computeIfAbsent(client, name -> new KitTools(seal, () -> streams.toolsChanged(name)));
        return served.apply(new Endpoint.Client(client, own, () -> true));
    }

    private static Answer refusal(Failure failure) {
        int status = StatusTable.status(failure.kind());
        return Endpoint.refusal(ProtocolError.of(status, status * 100, failure.message()), null);
    }

    @Override
    public void close() {
        server.close();
    }
}
