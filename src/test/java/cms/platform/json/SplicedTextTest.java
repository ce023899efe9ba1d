package cms.platform.json;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.SplicedText.Frame;
import cms.platform.json.SplicedText.Item;
import cms.platform.json.SplicedText.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SplicedTextTest {
    private static final Frame FRAME = Frame.of("<", "|", ">", "nothing");

    private final List<String> printed = new ArrayList<>();

    /** Shown to fail when the search for an item begins behind it, and when nothing is taken over. */
    @Test
    void onlyWhatChangedIsPrintedWhereverItStands() {
        SplicedText first = text(null, "a", "b", "c", "d", "e");
        assertThat(printed).containsExactly("a", "b", "c", "d", "e");

        SplicedText second = text(first, "a", "aa", "c", "e", "f");
        assertThat(printed).containsExactly("aa", "f");
        assertThat(said(second)).isEqualTo("<a.|aa.|c.|e.|f.>");

        SplicedText third = text(second, "0", "a", "aa", "c", "e", "f");
        assertThat(printed).containsExactly("0");
        assertThat(said(third)).isEqualTo("<0.|a.|aa.|c.|e.|f.>");
    }

    @Test
    void nothingAndThenSomething() {
        SplicedText nothing = text(null);
        assertThat(said(nothing)).isEqualTo("nothing");
        assertThat(said(text(nothing, "a"))).isEqualTo("<a.>");
        assertThat(said(text(text(nothing, "a")))).isEqualTo("nothing");
    }

    private SplicedText text(@org.jspecify.annotations.Nullable SplicedText earlier, String... keys) {
        printed.clear();
        List<Item> items = new ArrayList<>();
        for (String key : keys) {
            items.add(new Item(key, new Source("same", null, null), () -> {
                printed.add(key);
                return (key + ".").getBytes(StandardCharsets.UTF_8);
            }));
        }
        return SplicedText.of(FRAME, items, earlier);
    }

    private static String said(SplicedText text) {
        return new String(text.bytes(), StandardCharsets.UTF_8);
    }
}
