package cms.format.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.StringNode;

/** Texts that are their own bytes are copied at once: every other character, at every place, is found. */
final class JsonWriterTest {
    /** Shown to fail when one of the four kinds of bytes that {@code special} looks for is left out. */
    @Test
    void aCharacterThatIsNotItsOwnByteIsWrittenAsBeforeWhereverItStands() {
        String[] written = {
            "\\\"",
            "\\\\",
            "?",
            "\\n",
            "\\u0000",
            "\\u001f",
            "\\ud800",
            "\\udc00",
            "\u007f",
            "\u00e9",
            "\u20ac",
            "\ud83d\ude00"
        };
        String[] texts = {
            "\"", "\\", "?", "\n", "\u0000", "\u001f", "\ud800", "\udc00", "\u007f", "\u00e9", "\u20ac", "\ud83d\ude00"
        };
        for (int length = 0; length < 40; length++) {
            for (int at = 0; at <= length; at++) {
                for (int i = 0; i < texts.length; i++) {
                    String before = "abcdefghijklmnopqrstuvwxyz ~!#[]^_`0123456789".substring(0, at);
                    String after = "ABCDEFGHIJKLMNOPQRSTUVWXYZ >@=<;:9876543210".substring(0, length - at);
                    byte[] line = JsonWriter.canonical(StringNode.valueOf(before + texts[i] + after));
                    assertThat(new String(line, StandardCharsets.UTF_8))
                            .isEqualTo("\"" + before + written[i] + after + "\"\n");
                }
            }
        }
    }

    @Test
    void halfAPairBesideARealQuestionMarkIsEscapedAndTheMarkIsNot() {
        byte[] line = JsonWriter.canonical(StringNode.valueOf("what is this? \ud800 that is it"));
        assertThat(new String(line, StandardCharsets.UTF_8)).isEqualTo("\"what is this? \\ud800 that is it\"\n");
    }
}
