package cms.platform.json;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class JsonPropertyTest {
    @Property(seed = "2026")
    void randomBytesEndInAValueOrAFailure(@ForAll byte[] bytes) {
        JsonTest.parseQuietly(bytes);
    }

    /** Shown to fail without the look for quotes. */
    @Property(seed = "2026")
    void aTextIsQuotedAsTheMapperDoesIt(@ForAll("texts") String text) {
        StringBuilder quoted = new StringBuilder("before ");
        Json.quote(quoted, text);
        assertThat(quoted).hasToString("before " + Json.text(text));
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ascii(),
                Arbitraries.strings()
                        .withChars("cr/posts-0\"\\\u007f\u00e9\u2028/")
                        .ofMaxLength(6));
    }
}
