package cms.media;

import cms.testing.Person;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 at random instants while four editors upload, at once and in parts, delete, restore and move the focal point:
 * what was acknowledged is there with all its bytes, what is there has all its bytes whoever made it, and bytes that a
 * kill left behind are swept. Shown to fail within six kills when the row is committed before the bytes are stored
 * ({@code AssetIntake.takeAnew}, {@code Edits.cut}).
 */
final class MediaKills {
    private static final int KILLS = Integer.getInteger("cms.kills", 20);
    private static final int EDITORS = 4;
    private static final int ACTS_BEFORE_A_KILL = 12;
    private static final long AFTER_THAT_MILLIS_MAX = 600;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path data;

    private final StoredMedia stored = new StoredMedia(() -> data);
    private final Random random = new Random(19);

    @Test
    void whatWasAcknowledgedIsThereWithItsBytesAndNothingIsThereWithout() throws Exception {
        List<Editor> editors = new ArrayList<>();
        int acts = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
                Person ada = Person.signIn(service.url(), "ada@example.com");
                if (editors.isEmpty()) {
                    String workspace = ada.primaryWorkspace();
                    String project = World.connect(ada, workspace, "starters/blog", "blog");
                    String media = "/api/workspaces/" + workspace + "/projects/" + project + "/media";
                    for (int i = 0; i < EDITORS; i++) {
                        editors.add(new Editor(media, i));
                    }
                }
                isWhole(ada, editors);
                acts += untilKilled(service, ada, editors);
            }
        }
        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            isWhole(Person.signIn(service.url(), "ada@example.com"), editors);
            service.stop();
        }
        stored.sweepLeavesWhatRowsName();
        System.out.println(KILLS + " kills, " + acts + " acknowledged acts, "
                + editors.stream().mapToInt(Editor::size).sum() + " assets: none lost, none without bytes");
    }

    private int untilKilled(ServiceProcess service, Person ada, List<Editor> editors) throws Exception {
        AtomicInteger done = new AtomicInteger();
        int least = 1 + random.nextInt(ACTS_BEFORE_A_KILL);
        long more = random.nextLong(AFTER_THAT_MILLIS_MAX);
        try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
            editors.forEach(editor -> people.submit(() -> editor.act(ada.http(), service::isAlive, done)));
            while (done.get() < least && service.isAlive()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(more));
            service.kill();
        }
        editors.forEach(Editor::requireNothingWrong);
        return done.get();
    }

    private void isWhole(Person ada, List<Editor> editors) throws IOException {
        editors.forEach(editor -> editor.compare(ada.http()));
        if (!editors.isEmpty()) {
            editors.getFirst().everyListedAssetHasItsBytes(ada.http());
        }
        stored.isUndamaged();
    }
}
