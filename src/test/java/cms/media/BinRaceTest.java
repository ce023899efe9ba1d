package cms.media;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.App;
import cms.access.Author;
import cms.media.asset.Asset;
import cms.media.asset.AssetStore;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Rows;
import cms.testing.TestApp;
import cms.testing.World;
import java.awt.Color;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What is restored from the bin, or used by content, at the moment in which the bin is emptied or the asset deleted.
 */
@Tag("rows")
@Timeout(240)
class BinRaceTest {
    private TestApp app;
    private World world;
    private Http ada;
    private String media;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        ada = world.ada().http();
        media = world.p() + "/media";
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void anAssetThatWasRestoredSinceItWasReadIsNotErased() {
        String id = upload();
        ada.delete(media + "/" + id).is(200);
        Database rows = app.doors().rows();
        Asset binned = rows.read(tx -> new AssetStore().find(tx, world.projectId(), id))
                .orElseThrow();
        ada.post(media + "/" + id + "/restore").is(200);
        assertThat(rows.<Boolean>write(tx -> new AssetStore().delete(tx, binned)))
                .isFalse();
        ada.delete(media + "/" + id).is(200);
        assertThat(rows.<Boolean>write(tx -> new AssetStore().delete(tx, binned)))
                .as("moved to the bin again, a moment ago")
                .isFalse();
        ada.post(media + "/" + id + "/restore").is(200);
        ada.get(media + "/" + id + "/master").is(200);
    }

    @Test
    void theBinKeepsWhatIsRestoredWhileItIsEmptied() throws SQLException {
        assumeTrue(Rows.canBeShared(), "on SQLite transactions that write follow each other");
        String first = upload();
        String second = upload();
        ada.delete(media + "/" + first).is(200);
        app.advance(Duration.ofSeconds(1));
        ada.delete(media + "/" + second).is(200);
        try (Connection other = app.rows()) {
            other.setAutoCommit(false);
            other.createStatement().execute("SELECT id FROM media_assets WHERE id = '" + first + "' FOR UPDATE");
            app.advance(Duration.ofHours(25));
            eventually("the bin waits for the first asset", this::isErasing);
            ada = Person.signIn(app.url(), world.ada().email()).http();
            ada.post(media + "/" + second + "/restore").is(200);
            other.rollback();
        }
        eventually("the first asset is erased", () -> revision(first) == 0);
        ada.get(media + "/" + second + "/master").is(200);
    }

    @Test
    void anAssetIsKeptForASaveThatLandsWhileItsUsesAreRead() {
        isKept(world.ada(), false);
    }

    /** Before, a forced deletion was not decided anew, also by somebody who may not break what they do not see. */
    @Test
    void anAssetIsKeptForASaveThatLandsUnseenByWhoeverForcesItsDeletion() {
        world.narrow(world.bo(), "editor", "authors");
        isKept(world.bo(), true);
    }

    /** Deletes an asset while a post that names it lands. */
    private void isKept(Person person, boolean force) {
        save("aaaabbbbcccd", Map.of("title", "Names no asset"));
        String id = upload();
        String path =
                ada.get(media + "/" + id).is(200).json().get("originalPath").asString();
        AtomicBoolean landed = new AtomicBoolean();
        Runnable land = () -> {
            if (landed.compareAndSet(false, true)) {
                save("aaaabbbbcccc", Map.of("title", "A", "cover", path));
            }
        };
        boolean deleted = isDeleted(person, force, id, land);
        while (!landed.get()) { // the index followed the first save so late that nothing was left to be read
            ada.post(media + "/" + id + "/restore").is(200);
            deleted = isDeleted(person, force, id, land);
        }
        assertThat(deleted).isFalse();
        ada.get(media + "/" + id).is(200);
    }

    private void save(String entry, Map<String, String> post) {
        ada.post(world.p() + "/content/posts", Map.of("data", Map.of(entry, post)))
                .is(200);
    }

    /** Deletes an asset, which reads all uses anew; runs {@code meanwhile} when they are read. */
    private boolean isDeleted(Person person, boolean force, String id, Runnable meanwhile) {
        App.Doors doors = app.doors();
        Project project = doors.projects().find(world.projectId()).orElseThrow();
        ProjectAccess place = doors.projects().access().of(person.id(), project).orElseThrow();
        doors.rows()
                .writing(tx -> tx.update("DELETE FROM media_use_marks WHERE project_id = :id")
                        .bind("id", project.id())
                        .execute());
        try {
            return Database.withHook(tx -> afterReading(tx, id, meanwhile), () -> {
                doors.media().delete(place, Author.person(person.id(), person.email()), id, force);
                return true;
            });
        } catch (Failure inUse) {
            assertThat(inUse.code()).contains("media.in_use");
            return false;
        }
    }

    /** The transactions before the one that moves the asset to the bin note what was read. */
    private void afterReading(Tx tx, String id, Runnable work) {
        boolean there = new AssetStore()
                .find(tx, world.projectId(), id)
                .filter(asset -> asset.deletedAt() == null)
                .isPresent();
        if (there) {
            tx.afterCommit(work);
        }
    }

    private String upload() {
        return Form.of("a.png", Drawn.halves("png", 60, 40, Color.RED, Color.BLUE))
                .post(ada, media)
                .is(201)
                .json()
                .get("id")
                .asString();
    }

    private boolean isErasing() {
        return app.doors()
                        .rows()
                        .read(tx -> tx.query("SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()"
                                        + " AND wait_event_type = 'Lock' AND query LIKE 'DELETE FROM media_assets%'")
                                .mapTo(Integer.class)
                                .one())
                == 1;
    }

    private int revision(String id) {
        return app.doors()
                .rows()
                .read(tx -> new AssetStore().find(tx, world.projectId(), id))
                .map(Asset::revision)
                .orElse(0);
    }
}
