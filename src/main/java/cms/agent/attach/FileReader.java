package cms.agent.attach;

import cms.agent.desk.Untrusted;
import cms.agent.model.AgentLimits;
import cms.agent.model.Block;
import cms.agent.model.CleanText;
import cms.platform.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** Recognises a file by its bytes and converts it to blocks that a model takes. */
final class FileReader {
    static final int HEAD_BYTES = 512;
    private static final int TEXT_BYTES_MAX = 4 * AgentLimits.ATTACHMENT_CHARS_MAX;

    private final PictureScaler pictures;

    FileReader(PictureScaler pictures) {
        this.pictures = pictures;
    }

    /** @param mime media type by its bytes, whatever its name says */
    record Read(String mime, String kind, List<Block> blocks) {}

    /** @param owner whose share of the queue counts when a picture has to be drawn */
    Read read(FileBytes file, String name, String origin, String owner) throws Unreadable {
        if (file.length() == 0) {
            throw new Unreadable("The file is empty.");
        }
        byte[] head = file.head(HEAD_BYTES);
        String begin = new String(head, StandardCharsets.ISO_8859_1);
        if (begin.startsWith("%PDF-")) {
            return pdf(file, name);
        }
        if (begin.startsWith("PK\u0003\u0004")) {
            return office(file, name, origin);
        }
        if (isOfPixels(begin)) {
            PictureScaler.Drawn drawn = pictures.read(file, owner);
            return new Read(drawn.mime(), "image", List.of(drawn.block()));
        }
        String text = text(file);
        String lower = begin.toLowerCase(Locale.ROOT);
        if (lower.contains("<!doctype html") || lower.contains("<html")) {
            return new Read(
                    "text/html", origin.equals("link") ? "link" : "text", marked(PageText.of(text), name, origin));
        }
        return new Read("text/plain", "text", marked(text, name, origin));
    }

    /** Whether the bytes begin a picture; an SVG counts as one, and is read as its text. */
    static boolean isPicture(byte[] head) {
        String begin = new String(head, StandardCharsets.ISO_8859_1);
        String lower =
                begin.toLowerCase(Locale.ROOT).replace("\u00ef\u00bb\u00bf", "").strip();
        boolean isDrawing = lower.startsWith("<")
                && lower.contains("<svg")
                && !lower.contains("<html")
                && !lower.startsWith("<!doctype html");
        return isDrawing || isOfPixels(begin);
    }

    private static boolean isOfPixels(String begin) {
        return begin.startsWith("\u0089PNG")
                || begin.startsWith("\u00ff\u00d8\u00ff")
                || begin.startsWith("GIF8")
                || begin.startsWith("ftypavi", 4)
                || (begin.startsWith("RIFF") && begin.startsWith("WEBP", 8));
    }

    private static Read pdf(FileBytes file, String name) throws Unreadable {
        if (file.length() > AgentLimits.PDF_BYTES_MAX) {
            throw new Unreadable("A PDF may have at most 10 MB.");
        }
        try (InputStream in = file.stream()) {
            byte[] bytes = in.readAllBytes();
            if (PdfPages.count(bytes) > AgentLimits.PDF_PAGES_MAX) {
                throw new Unreadable(
                        "A PDF may have at most " + AgentLimits.PDF_PAGES_MAX + " pages; send a part of it.");
            }
            String base64 = Base64.getEncoder().encodeToString(bytes);
            return new Read("application/pdf", "pdf", List.of(new Block.Document(name, base64)));
        } catch (IOException broken) {
            throw new Unreadable("The file could not be read.");
        }
    }

    private static Read office(FileBytes file, String name, String origin) throws Unreadable {
        String base = "application/vnd.openxmlformats-officedocument.";
        if (ZipFileText.has(file, "word/document.xml")) {
            return new Read(base + "wordprocessingml.document", "docx", marked(OfficeText.word(file), name, origin));
        }
        if (ZipFileText.has(file, "xl/workbook.xml")) {
            return new Read(base + "spreadsheetml.sheet", "xlsx", marked(OfficeText.sheets(file), name, origin));
        }
        throw new Unreadable("Archives are not read; send the files of it.");
    }

    private static String text(FileBytes file) throws Unreadable {
        byte[] bytes = file.head(TEXT_BYTES_MAX);
        CharBuffer text = CharBuffer.allocate(bytes.length);
        boolean isWhole = bytes.length < TEXT_BYTES_MAX; // what is cut may end within a character, which is left out
        CoderResult decoded = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes), text, isWhole);
        String read = text.flip().toString();
        if (decoded.isError() || read.indexOf('\0') >= 0) {
            throw new Unreadable("This kind of file cannot be read.");
        }
        return read;
    }

    private static List<Block> marked(String text, String name, String origin) {
        String seen = Untrusted.visible(text);
        boolean cut = seen.length() > AgentLimits.ATTACHMENT_CHARS_MAX;
        var marked = Json.object()
                .put("untrusted", true)
                .put("origin", origin.equals("link") ? "link" : "file")
                .put("name", name)
                .put("text", CleanText.head(seen, AgentLimits.ATTACHMENT_CHARS_MAX));
        return List.of(new Block.Text(Json.text(cut ? marked.put("truncated", true) : marked)));
    }
}
