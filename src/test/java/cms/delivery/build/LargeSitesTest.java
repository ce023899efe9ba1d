package cms.delivery.build;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.platform.heap.BuildRooms;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds of sites whose files do not fit into memory together; shown to fail where a build counts for itself alone. */
class LargeSitesTest {
    private static final Duration WAIT = Duration.ofMinutes(1);
    private static final int LOCALES = 40;

    private final BuildRooms rooms = new BuildRooms(LOCALES * 1_500);
    private final List<BuildRooms.Room> begun = new CopyOnWriteArrayList<>();
    private ScratchRepository scratch;
    private CommitId commit;

    @BeforeEach
    void aSiteOfManyLocales(@TempDir Path folder) {
        scratch = new ScratchRepository(folder);
        StringBuilder locales = new StringBuilder("\"aa\"");
        for (int at = 1; at < LOCALES; at++) {
            locales.append(",\"")
                    .append((char) ('a' + at / 26))
                    .append((char) ('a' + at % 26))
                    .append('"');
        }
        commit = scratch.commit(ChangeSet.builder()
                .put(".cms/config.json", "{\"locales\":{\"default\":\"aa\",\"supported\":[" + locales + "]}}")
                .put(".cms/models/none.json", "{\"kind\":\"collection\",\"domain\":\"blog\",\"i18n\":true}")
                .build());
    }

    @AfterEach
    void close() {
        scratch.close();
    }

    @Test
    void aSiteThatMeetsALargeOneIsBuiltWholeAfterIt() throws Exception {
        Site alone = rooms.run("ada", WAIT, this::build);
        assertThat(alone.files()).hasSizeGreaterThan(LOCALES);
        FutureTask<Site> second = new FutureTask<>(() -> rooms.run("bo", WAIT, this::build));
        rooms.run("ada", WAIT, room -> {
            Site first = build(room);
            Thread.startVirtualThread(second);
            eventually("the second finds no room", () -> begun.getLast().isRefused());
            return first;
        });
        assertThat(second.get().files().keySet()).isEqualTo(alone.files().keySet());
        assertThat(begun).hasSize(4).filteredOn(BuildRooms.Room::isRefused).hasSize(1);
    }

    private Site build(BuildRooms.Room room) {
        begun.add(room);
        var input = new SiteBuilder.Input(
                scratch.repository().tree(commit),
                commit.sha(),
                "main",
                Instant.parse("2026-11-28T09:00:00Z"),
                Site.Before.nothing(),
                BodySink.none().within(room::take));
        return new SiteBuilder("", Renderings.none()).build(input, (model, number, total) -> {});
    }
}
