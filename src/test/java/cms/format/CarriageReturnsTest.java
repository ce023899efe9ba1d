package cms.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Line ends of documents, which anybody who pushes may write. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CarriageReturnsTest {
    private static final int MANY = 10_000_000;

    /** Shown to fail with an expression that begins anew at each of them: it took hours. */
    @Test
    void aDocumentOfCarriageReturnsAloneIsReadOnce() {
        byte[] text = ("a" + "\r".repeat(MANY) + "b").getBytes(StandardCharsets.UTF_8);
        assertThat(MarkdownFile.parse("a.md", text)).isInstanceOf(ContentFile.Unreadable.class);
    }

    @Test
    void allBeforeALineFeedGo() {
        assertThat(body("a\r\nb\r\r\r\nc\rd\n\r\ne")).isEqualTo("a\nb\nc\rd\n\ne");
    }

    private static String body(String text) {
        return MarkdownFile.parse("a.md", text.getBytes(StandardCharsets.UTF_8))
                        instanceof ContentFile.Markdown(MarkdownFile file)
                ? file.body()
                : "";
    }
}
