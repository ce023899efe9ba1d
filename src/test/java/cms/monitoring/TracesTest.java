package cms.monitoring;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.TestApp;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A request joins the trace of whoever sent it, calls to services of the settings carry it on, and a collector that
 * reads strictly is told of both.
 */
class TracesTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";

    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> answer(exchange, 404));
        server.createContext("/v1/traces", this::collect);
        server.createContext("/.well-known/openid-configuration", exchange -> {
            String parent = exchange.getRequestHeaders().getFirst("traceparent");
            if (parent != null) {
                told.add(parent);
            }
            answer(exchange, 500);
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aRequestAndItsCallAreSpansOfTheTraceThatTheRequestNames() {
        try (TestApp app = TestApp.start(withIssuer(true))) {
            signIn(app, "00-" + TRACE + "-" + PARENT + "-01");
            eventually("both spans", () -> ofTrace().size() >= 2);
        }
        Span request = only(Span.SpanKind.SPAN_KIND_SERVER);
        Span call = only(Span.SpanKind.SPAN_KIND_CLIENT);
        assertThat(request.getName()).isEqualTo("POST /api/auth/login");
        assertThat(hex(request.getParentSpanId().toByteArray())).isEqualTo(PARENT);
        assertThat(attributes(request))
                .containsEntry("http.route", "/api/auth/login")
                .containsKey("http.response.status_code");
        assertThat(call.getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(call.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
        assertThat(attributes(call)).containsEntry("server.address", "127.0.0.1");
        assertThat(told).contains("00-" + TRACE + "-" + hex(call.getSpanId().toByteArray()) + "-01");
        assertThat(errors).isEmpty();
    }

    /** Whoever is not to be sampled is not exported, and whoever sends nonsense begins a trace of his own. */
    @Test
    void theCallerDecidesWhetherATraceIsKept() {
        try (TestApp app = TestApp.start(withIssuer(true))) {
            Http nobody = new Http(app.url());
            nobody.with("traceparent", "00-" + TRACE + "-" + PARENT + "-00")
                    .get("/api/health")
                    .is(200);
            nobody.with("traceparent", "00-nonsense-" + PARENT + "-01")
                    .get("/api/health")
                    .is(200);
            eventually(
                    "the other trace",
                    () -> spans.stream().anyMatch(span -> span.getName().equals("GET /api/health")));
        }
        assertThat(ofTrace()).isEmpty();
        assertThat(spans)
                .allSatisfy(span ->
                        assertThat(hex(span.getParentSpanId().toByteArray())).isNotEqualTo(PARENT));
        assertThat(errors).isEmpty();
    }

    @Test
    void withoutACollectorATraceIsHandedOnAndNothingIsExported() {
        try (TestApp app = TestApp.start(withIssuer(false))) {
            signIn(app, "00-" + TRACE + "-" + PARENT + "-01");
            assertThat(told).contains("00-" + TRACE + "-" + PARENT + "-01");
        }
        assertThat(spans).isEmpty();
        assertThat(errors).isEmpty();
    }

    private static void signIn(TestApp app, String parent) {
        new Http(app.url())
                .with("traceparent", parent)
                .attempt("/api/auth/login", Map.of("provider", "web_identity"))
                .is(502);
    }

    private Map<String, String> withIssuer(boolean collected) {
        String here = "http://127.0.0.1:" + server.getAddress().getPort();
        Map<String, String> settings = new HashMap<>(
                Map.of("CMS_OIDC_ISSUER", here, "CMS_OIDC_CLIENT_ID", "cms", "CMS_OIDC_CLIENT_SECRET", "secret"));
        if (collected) {
            settings.put("CMS_OTLP_ENDPOINT", here);
        }
        return settings;
    }

    private List<Span> ofTrace() {
        return spans.stream()
                .filter(span -> hex(span.getTraceId().toByteArray()).equals(TRACE))
                .toList();
    }

    private Span only(Span.SpanKind kind) {
        return ofTrace().stream()
                .filter(span -> span.getKind() == kind)
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, String> attributes(Span span) {
        return span.getAttributesList().stream()
                .collect(Collectors.toMap(
                        KeyValue::getKey,
                        pair -> pair.getValue().hasStringValue()
                                ? pair.getValue().getStringValue()
                                : Long.toString(pair.getValue().getIntValue())));
    }

    /** Takes what the protocol allows and nothing else. */
    private void collect(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        demand(exchange.getRequestMethod().equals("POST"), "the method " + exchange.getRequestMethod());
        demand(exchange.getRequestURI().toString().equals("/v1/traces"), "the path " + exchange.getRequestURI());
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        demand("application/x-protobuf".equals(type), "the type " + type);
        demand(exchange.getRequestHeaders().getFirst("traceparent") == null, "a trace of the export itself");
        try {
            ExportTraceServiceRequest message = ExportTraceServiceRequest.parseFrom(body);
            known(message);
            message.getResourceSpansList().forEach(this::take);
            answer(exchange, 200);
        } catch (InvalidProtocolBufferException malformed) {
            errors.add(malformed.toString());
            answer(exchange, 400);
        }
    }

    private void take(ResourceSpans from) {
        Resource resource = from.getResource();
        known(from);
        known(resource);
        demand(
                resource.getAttributesList().stream()
                        .anyMatch(pair -> pair.getKey().equals("service.name")
                                && pair.getValue().getStringValue().equals("cms")),
                "the name of the service");
        for (ScopeSpans scope : from.getScopeSpansList()) {
            known(scope);
            for (Span span : scope.getSpansList()) {
                known(span);
                demand(span.getTraceId().size() == 16, "the trace id");
                demand(span.getSpanId().size() == 8, "the span id");
                demand(span.getParentSpanId().size() % 8 == 0, "the parent");
                demand(!span.getName().isBlank(), "the name");
                demand(span.getStartTimeUnixNano() > 0, "the beginning");
                demand(span.getEndTimeUnixNano() >= span.getStartTimeUnixNano(), "the end");
                spans.add(span);
            }
        }
    }

    private void known(Message message) {
        demand(
                message.getUnknownFields().asMap().isEmpty(),
                "fields of " + message.getDescriptorForType().getName());
    }

    private void demand(boolean holds, String what) {
        if (!holds) {
            errors.add(what);
        }
    }

    private static String hex(byte[] id) {
        return HexFormat.of().formatHex(id);
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }
}
