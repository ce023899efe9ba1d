package cms.delivery.serve;

import cms.platform.http.Answer;
import cms.platform.http.Request;
import java.util.function.Consumer;

/** The same reads as {@link DeliveryDoor}, for projects that must first be brought into memory. */
public final class BlockingReads {
    private final Gate gate;
    private final Consumer<String> load;

    /** @param load brings a project's outlet into memory; unknown projects stay unknown */
    public BlockingReads(Gate gate, Consumer<String> load) {
        this.gate = gate;
        this.load = load;
    }

    public Answer read(Request request) {
        String path = request.path();
        Reading reading = new Reading(
                path.substring(Math.min(path.length(), DeliveryDoor.PREFIX.length())),
                request.header("Authorization").orElse(null),
                request.header("If-None-Match").orElse(null),
                Reading.takesGzip(request.header("Accept-Encoding").orElse(null)));
        Verdict verdict = gate.decide(reading);
        if (verdict instanceof Verdict.NotHere notHere) {
            load.accept(notHere.projectId());
            verdict = gate.decide(reading);
        }
        return switch (verdict) {
            case Verdict.Found found -> answer(found);
            case Verdict.Refused refused -> answer(refused);
            case Verdict.NotHere unknown -> answer(Verdict.Refused.of(404, "There is no such project."));
        };
    }

    private static Answer answer(Verdict.Found found) {
        Representation form = found.form();
        byte[] bytes = new byte[form.size()];
        form.content().get(bytes);
        Answer plain = found.notModified() ? Answer.empty(304) : Answer.bytes(200, ReadHeaders.JSON, bytes);
        Answer encoded = form.isGzip() && !found.notModified() ? plain.withHeader("Content-Encoding", "gzip") : plain;
        return open(encoded)
                .withHeader("ETag", form.tag())
                .withHeader("Cache-Control", ReadHeaders.CACHING)
                .withHeader("Vary", ReadHeaders.VARY)
                .withHeader("X-RateLimit-Remaining", Integer.toString(found.remaining()))
                .withHeader("X-RateLimit-Reset", Long.toString(HourWindow.emptyAtSeconds(found.nowMillis())));
    }

    private static Answer answer(Verdict.Refused refused) {
        Answer answer = open(Answer.json(refused.status(), DeliveryDoor.body(refused)));
        Answer told = refused.status() == 401 ? answer.withHeader("WWW-Authenticate", "Bearer") : answer;
        return refused.retryAfter() == null
                ? told
                : told.withHeader(
                        "Retry-After",
                        Long.toString(refused.retryAfter().plusMillis(999).toSeconds()));
    }

    private static Answer open(Answer answer) {
        return answer.withHeader("Access-Control-Allow-Origin", "*")
                .withHeader("Access-Control-Expose-Headers", ReadHeaders.EXPOSED);
    }
}
