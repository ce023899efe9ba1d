package cms.format;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.CanonicalJson.WrittenObject;
import cms.platform.json.ChangedMembers;
import cms.platform.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What the writer of a large file notes of it is what a look at each member finds. */
final class WrittenChangesTest {
    private static final int MANY = 1_500;

    private final WrittenObject first = CanonicalJson.written(entries(), Json.object(), null);

    @Test
    void aChangedMemberIsNoted() {
        ObjectNode next = copy();
        next.set("n7", Json.object().put("title", "changed"));
        assertThat(changes(next)).isEqualTo(List.of(List.of("n7"), true));
    }

    @Test
    void anAddedMemberIsNoted() {
        ObjectNode next = copy();
        next.set("added", Json.object().put("title", "added"));
        assertThat(changes(next)).isEqualTo(List.of(List.of("added"), false));
    }

    @Test
    void aMemberInThePlaceOfAnotherIsNotedWithIt() {
        ObjectNode next = copy();
        next.set("n70", Json.object().put("title", "changed"));
        next.remove("n7");
        next.set("n7a", Json.object().put("title", "added"));
        assertThat(changes(next)).isEqualTo(List.of(List.of("n7", "n70", "n7a"), false));
    }

    @Test
    void aMemberThatOnlyMovedIsNotNoted() {
        ObjectNode next = copy();
        next.set("n7", next.remove("n7"));
        next.set("n8", Json.object().put("title", "changed"));
        assertThat(changes(next)).isEqualTo(List.of(List.of("n8"), true));
    }

    private List<Object> changes(ObjectNode next) {
        ObjectNode written = CanonicalJson.written(next, first.members(), first).members();
        ChangedMembers changed = ChangedMembers.between(first.members(), written);
        return List.of(changed.names().stream().sorted().toList(), changed.sameNames());
    }

    private ObjectNode copy() {
        return Json.object().setAll(first.members());
    }

    private static ObjectNode entries() {
        ObjectNode entries = Json.object();
        for (int i = 0; i < MANY; i++) {
            entries.putObject("n" + i).put("title", "Title " + i);
        }
        return entries;
    }
}
