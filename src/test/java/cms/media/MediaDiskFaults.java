package cms.media;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.durability.Fault;
import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.ServiceProcess;
import cms.testing.World;
import cms.upkeep.Commands;
import cms.upkeep.InstanceStorage;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full under uploads, by strace: an upload is stored or 503, what is stored is delivered meanwhile, and
 * afterwards every row has all its bytes. {@code .ci/faults} runs it. Shown to fail when the row of an upload is
 * committed before its bytes are stored.
 */
final class MediaDiskFaults {
    private static final int CALLS = Integer.getInteger("cms.calls", 5);
    private static final int UPLOADS_AT_ONCE = 4;
    private static final int LOADS_MAX = 6;

    @TempDir
    private Path data;

    private final Map<Integer, Integer> statuses = new TreeMap<>();
    private String media = "";
    private int pictures;

    @Test
    void ofAnUploadToAFullDiskNothingHalfStays() throws Exception {
        assumeTrue(Fault.isPossible(data), "strace cannot run here: disk faults are not tried");
        int points = 0;
        int struck = 0;
        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            Person ada = Person.signIn(service.url(), "ada@example.com");
            String workspace = ada.primaryWorkspace();
            String project = "/api/workspaces/" + workspace + "/projects/"
                    + World.connect(ada, workspace, "starters/blog", "blog");
            media = project + "/media";
            ada.http()
                    .patch(project + "/cdn/settings", Map.of("cdn_enabled", true, "cdn_public_media", true))
                    .is(200);
            String stored =
                    upload(ada.http()).is(201).json().get("url").asString().replaceFirst("^https?://[^/]+", "");
            for (String calls : List.of("pwrite64", "fsync,fdatasync")) {
                for (int nth = 1; nth <= CALLS; nth++) {
                    points++;
                    long strikes = 0;
                    try (Fault fault = Fault.inject(service.pid(), "", calls, "ENOSPC", nth, data)) {
                        for (int loads = 0; strikes == 0 && loads < LOADS_MAX; loads++) {
                            load(ada.http());
                            new Http(service.url()).get(stored).is(200);
                            strikes = fault.strikes();
                        }
                    }
                    struck += strikes > 0 ? 1 : 0;
                    eventually(
                            "an upload after the fault, without a restart",
                            () -> counted(upload(ada.http())).status() == 201);
                }
            }
            assertThat(check()).contains("nothing is damaged");
            new Editor(media, 0).everyListedAssetHasItsBytes(ada.http());
            int listed = ada.http().get(media).is(200).json().get("total").asInt();
            assertThat(listed).isGreaterThanOrEqualTo(1 + statuses.getOrDefault(201, 0));
        }
        System.out.println(struck + " of " + points + " points struck, uploads by status: " + statuses);
        assertThat(statuses.keySet()).isSubsetOf(201, 503);
        assertThat(statuses.getOrDefault(503, 0))
                .as("uploads that the disk refused")
                .isPositive();
        assertThat(struck).isGreaterThan(points / 2);
    }

    private void load(Http http) throws Exception {
        List<Callable<Reply>> uploads = new ArrayList<>();
        for (int i = 0; i < UPLOADS_AT_ONCE; i++) {
            uploads.add(() -> upload(http));
        }
        try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Reply> upload : people.invokeAll(uploads)) {
                counted(upload.get());
            }
        }
    }

    private Reply counted(Reply reply) {
        statuses.merge(reply.status(), 1, Integer::sum);
        return reply;
    }

    private Reply upload(Http http) {
        byte[] bytes;
        synchronized (this) {
            bytes = Drawn.stripes(++pictures);
        }
        return Form.of("a.png", bytes).post(http, media);
    }

    private String check() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        new Commands(new InstanceStorage(data, Optional.empty(), Optional.empty()), InstantSource.system(), out, out)
                .run(List.of("check", "--deep"));
        return said.toString(StandardCharsets.UTF_8);
    }
}
