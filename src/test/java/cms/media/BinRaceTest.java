package cms.media;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.media.asset.Asset;
import cms.media.asset.AssetStore;
import cms.platform.db.Database;
import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Rows;
import cms.testing.TestApp;
import cms.testing.World;
import java.awt.Color;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
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
            eventually("the bin waits for the first asset", () -> isErasing());
            world.ada().http().post(media + "/" + second + "/restore").is(200);
            other.rollback();
        }
        eventually("the first asset is erased", () -> revision(first) == 0);
        world.ada().http().get(media + "/" + second + "/master").is(200);
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
