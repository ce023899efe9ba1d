package cms.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.format.CanonicalJson.WrittenObject;
import cms.format.ContentFile;
import cms.git.BlobId;
import cms.platform.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What is remembered of written files. */
class ParsedFilesTest {
    private static final int SAVES = 20;
    private static final int HEAVY_ITEMS = 80_000;

    private final ParsedFiles files = new ParsedFiles();

    /**
     * A person saves one entry again and again: the meta file says the same each time, stays the object that the
     * snapshot has, and is never printed again, however much content is written meanwhile. Shown to fail when a file
     * that says the same is remembered by its last writing alone, and when it is not moved before younger ones.
     */
    @Test
    void aFileThatSaysTheSameIsNotPrintedAgain() {
        ObjectNode read = meta();
        WrittenObject first = files.write(meta(), read);
        files.remember("meta.json", blob(0), first, read);
        for (int save = 1; save <= SAVES; save++) {
            WrittenObject content = files.write(content(save), Json.object());
            files.remember("content.json", blob(save), content, Json.object());

            WrittenObject again = files.write(changedBack(read), read);
            assertThat(again).isSameAs(first);
            files.remember("meta.json", blob(0), again, read);
        }
        assertThat(first.members()).isSameAs(read);
    }

    /** Every test that runs the service checks the rule with it: what was parsed is shared, and nobody changes it. */
    @Test
    void whatChangesAFileThatWasParsedEndsTheNextReading() {
        files.remember("meta.json", blob(0), files.write(meta(), Json.object()), Json.object());
        ContentFile.Json known =
                (ContentFile.Json) files.findCached("meta.json", blob(0)).orElseThrow();
        ((ObjectNode) known.members().get("entry100")).put("status", "draft");
        assertThatThrownBy(() -> files.findCached("meta.json", blob(0)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("meta.json was changed");
    }

    @Test
    void aHeavyFileGoesWithAProjectThoughItHasJustBeenRead() {
        ObjectNode heavy = Json.object();
        for (int item = 0; item < HEAVY_ITEMS; item++) {
            heavy.withArray("items").addObject().put("number", item);
        }
        files.remember("heavy.json", blob(1), files.write(heavy, Json.object()), Json.object());
        files.remember("meta.json", blob(0), files.write(meta(), Json.object()), Json.object());
        assertThat(files.findCached("heavy.json", blob(1))).isPresent();

        files.forgetUnused();

        assertThat(files.findCached("heavy.json", blob(1))).isEmpty();
        assertThat(files.findCached("meta.json", blob(0))).isPresent();
    }

    private static ObjectNode changedBack(ObjectNode read) {
        ObjectNode next = Json.object().setAll(read);
        return next.set("entry100", next.get("entry100").deepCopy());
    }

    private static ObjectNode meta() {
        ObjectNode meta = Json.object();
        for (int entry = 100; entry < 300; entry++) {
            meta.set("entry" + entry, Json.object().put("source", "human").put("status", "published"));
        }
        return meta;
    }

    /** Twenty of them are more than what is kept of written files. */
    private static ObjectNode content(int save) {
        return Json.object().setAll(Map.of("entry", Json.object().put("body", (save + " ").repeat(400_000))));
    }

    private static BlobId blob(int number) {
        return new BlobId("%040x".formatted(number));
    }
}
