package cms.platform.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drawings and pictures that would take hours to read, or become much more than they are. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WorstFilesTest {
    private static final int CHARS = 10_000_000;

    @TempDir
    Path folder;

    /** Shown to fail with an expression for rules and one for comments, which begin anew at each character. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "/* ", "{", "a{b", "a{b:c;", "}", "url(", "@"})
    void aStyleSheetIsReadOnce(String piece) throws IOException {
        String sheet = piece.repeat((CHARS - 200) / piece.length());
        clean("<svg xmlns=\"http://www.w3.org/2000/svg\"><style>" + sheet + "</style></svg>");
        assertThat(text("lean")).startsWith("<svg").doesNotContain("@");
    }

    @Test
    void aSheetKeepsItsRulesWithoutCommentsAndWhatIsNone() throws IOException {
        String sheet =
                "@import url(x);a{fill:red}/* b{fill:blue} */ c {x} d{e{fill:#123}}g{fill:url(#h);src:url(x)} /* i{j:k}";
        clean("<svg xmlns=\"http://www.w3.org/2000/svg\"><style>" + sheet + "</style></svg>");
        assertThat(text("lean")).contains("<style>a{fill:red;}c{}e{fill:#123;}g{fill:url(#h);}</style>");
    }

    /** Shown to fail without the bound: the reader compares each declaration with all before it. */
    @Test
    void declarationsOfNamesAreFew() {
        StringBuilder names = new StringBuilder();
        for (int i = 0; names.length() < CHARS / 2; i++) {
            names.append(" xmlns:n").append(i).append("=\"a\"");
        }
        String inner = "<g/>".repeat(190_000);
        assertThatThrownBy(() -> clean("<svg xmlns=\"http://www.w3.org/2000/svg\"" + names + ">" + inner + "</svg>"))
                .hasMessageContaining("at most 1000 names");
    }

    /** Shown to fail without the bound: it became six times as long, in a heap that others share. */
    @Test
    void whatIsEscapedIsNoLongerThanADrawingMayBe() {
        String path = "\"".repeat(CHARS - 200);
        assertThatThrownBy(() -> clean("<svg xmlns=\"http://www.w3.org/2000/svg\"><path d='" + path + "'/></svg>"))
                .hasMessageContaining("at most 10 MB");
    }

    /** Shown to fail without the bound: each extent blanked the whole file, 200 GB of writing for two megabytes. */
    @Test
    void metadataIsBlankedOnce() {
        int parts = 50_000;
        ByteBuffer locations = ByteBuffer.allocate(8 + 2 * (6 + 8 * parts));
        locations.putInt(0).putShort((short) 0x4400).putShort((short) 2);
        for (int item = 0; item < 2; item++) {
            locations.putShort((short) 1).putShort((short) 0).putShort((short) parts);
            for (int part = 0; part < parts; part++) {
                locations.putInt(0).putInt(2_000_000);
            }
        }
        byte[] exif = box("infe", new byte[] {2, 0, 0, 0, 0, 1, 0, 0}, ascii("Exif"), new byte[1]);
        byte[] avif = avif(box("iinf", new byte[] {0, 0, 0, 0, 0, 1}, exif), box("iloc", locations.array()), size());
        assertThatThrownBy(() -> clean(avif)).hasMessageContaining("over each other");
    }

    /** Shown to fail where properties may be nested: the stack came to its end. */
    @Test
    void propertiesAreNotNested() throws IOException {
        ByteBuffer nested = ByteBuffer.allocate(8 * 90_000);
        for (int left = nested.capacity(); left > 0; left -= 8) {
            nested.putInt(left).put(ascii("ipco"));
        }
        byte[] avif = avif(box("iloc", new byte[8]), size(), box("iprp", nested.array()));
        clean(avif);
        assertThat(Files.size(folder.resolve("lean"))).isEqualTo(avif.length);
    }

    private static byte[] size() {
        byte[] stated = ByteBuffer.allocate(12).putInt(0).putInt(40).putInt(30).array();
        return box("iprp", box("ipco", box("ispe", stated)));
    }

    private static byte[] avif(byte[]... parts) {
        byte[] meta = box("meta", new byte[4], join(parts));
        return join(box("ftyp", ascii("avif"), new byte[4], ascii("avif")), meta, box("mdat", new byte[2_000_000]));
    }

    private static byte[] box(String name, byte[]... parts) {
        byte[] content = join(parts);
        return join(ByteBuffer.allocate(4).putInt(8 + content.length).array(), ascii(name), content);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private void clean(String drawing) throws IOException {
        clean(drawing.getBytes(StandardCharsets.UTF_8));
    }

    private void clean(byte[] file) throws IOException {
        Path source = folder.resolve("source");
        Files.write(source, file);
        LeanFiles.clean(source, folder.resolve("lean"));
    }

    private String text(String file) throws IOException {
        return Files.readString(folder.resolve(file), StandardCharsets.UTF_8);
    }
}
