package cms.platform.files;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * SVG: rewritten from the allowed elements and attributes, see {@link SvgWords}; no document type and no entity is ever
 * read.
 */
final class SvgWalk implements Walker {
    private static final String SVG = "http://www.w3.org/2000/svg";
    private static final String XLINK = "http://www.w3.org/1999/xlink";
    private static final int EMBEDDED_BYTES_MAX = 5 << 20;
    private static final int ELEMENTS_MAX = 200_000;
    private static final int DEPTH_MAX = 200;

    /** Declarations of names: the XML reader compares each with all before it, and each name with all of them. */
    private static final int DECLARATIONS_MAX = 1_000;

    private static final int LOOKED_AT_BYTES = 1_024;
    private static final Pattern LENGTH = Pattern.compile("\\s*([0-9]{1,5})(?:\\.[0-9]+)?(?:px)?\\s*");
    private static final Pattern VIEW_BOX = Pattern.compile(
            "\\s*[-0-9.e]+[\\s,]+[-0-9.e]+[\\s,]+([0-9]{1,5})(?:\\.[0-9]+)?[\\s,]+([0-9]{1,5})(?:\\.[0-9]+)?\\s*");
    private static final Pattern DATA = Pattern.compile("data:image/(png|jpe?g|webp);base64,([A-Za-z0-9+/=\\s]+)");

    private final Path folder;
    private final StringBuilder lean = new StringBuilder();
    private int elements;
    private int width;
    private int height;

    /** @param folder for temporary files of embedded pictures */
    SvgWalk(Path folder) {
        this.folder = folder;
    }

    /** Whether a file may be an SVG: text that begins as XML does. */
    static boolean mayBe(Bytes in) throws IOException {
        int count = (int) Math.min(LOOKED_AT_BYTES, in.size());
        String start = in.text(0, count);
        String text = start.startsWith("\u00ef\u00bb\u00bf") ? start.substring(3) : start;
        return text.stripLeading().startsWith("<")
                && (text.contains("<svg") || text.contains(":svg") || text.startsWith("<?xml"));
    }

    @Override
    public FileFacts walk(Bytes in, LeanFile out) throws IOException {
        if (in.size() > LeanFiles.DRAWING_BYTES_MAX) {
            throw FileRefusal.damaged("a drawing must have at most 10 MB");
        }
        try {
            String text = text(in.take(0, (int) in.size()));
            requireFewDeclarations(text);
            XMLStreamReader reader = factory().createXMLStreamReader(new StringReader(text));
            root(reader);
            reader.close();
        } catch (XMLStreamException malformed) {
            throw FileRefusal.damaged("it is no well-formed XML").causedBy(malformed);
        }
        out.write(lean.toString().getBytes(StandardCharsets.UTF_8));
        return FileFacts.of(FileKind.SVG, width, height);
    }

    /** Refuses bytes that are not UTF-8, whatever encoding the file names, so that the XML reader guesses nothing. */
    private static String text(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        } catch (CharacterCodingException other) {
            throw FileRefusal.damaged("its text is no UTF-8").causedBy(other);
        }
    }

    private static void requireFewDeclarations(String text) {
        int at = text.indexOf("xmlns");
        for (int count = 0; at >= 0; count++) {
            if (count == DECLARATIONS_MAX) {
                throw FileRefusal.damaged("a drawing must declare at most " + DECLARATIONS_MAX + " names");
            }
            at = text.indexOf("xmlns", at + 1);
        }
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        return factory;
    }

    private void root(XMLStreamReader reader) throws XMLStreamException, IOException {
        while (reader.getEventType() != XMLStreamConstants.START_ELEMENT) {
            if (!reader.hasNext()) {
                throw FileRefusal.type();
            }
            reader.next();
        }
        if (!reader.getLocalName().equals("svg") || !SVG.equals(reader.getNamespaceURI())) {
            throw FileRefusal.type();
        }
        size(reader);
        element(reader, 0);
        while (reader.hasNext()) {
            reader.next(); // what follows must be well-formed, and is left out
        }
    }

    private void size(XMLStreamReader reader) {
        width = length(reader.getAttributeValue(null, "width"));
        height = length(reader.getAttributeValue(null, "height"));
        String box = reader.getAttributeValue(null, "viewBox");
        Matcher matcher = VIEW_BOX.matcher(box == null ? "" : box);
        if ((width == 0 || height == 0) && matcher.matches()) {
            width = Integer.parseInt(matcher.group(1));
            height = Integer.parseInt(matcher.group(2));
        }
    }

    private static int length(@Nullable String text) {
        Matcher matcher = LENGTH.matcher(text == null ? "" : text);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** Writes the element at the parser's position, and leaves the parser at its end. */
    private void element(XMLStreamReader reader, int depth) throws XMLStreamException, IOException {
        if (++elements > ELEMENTS_MAX || depth > DEPTH_MAX) {
            throw FileRefusal.damaged("a drawing must have at most " + ELEMENTS_MAX + " parts");
        }
        String name = reader.getLocalName();
        if (!SVG.equals(reader.getNamespaceURI()) || !SvgWords.isElement(name) || animatesElsewhere(reader, name)) {
            skip(reader);
            return;
        }
        lean.append('<').append(name);
        if (depth == 0) {
            lean.append(" xmlns=\"")
                    .append(SVG)
                    .append("\" xmlns:xlink=\"")
                    .append(XLINK)
                    .append('"');
        }
        attributes(reader, name);
        lean.append('>');
        if (name.equals("style")) {
            escape(SvgWords.rules(text(reader)));
        } else {
            children(reader, name, depth);
        }
        lean.append("</").append(name).append('>');
    }

    private void children(XMLStreamReader reader, String name, int depth) throws XMLStreamException, IOException {
        while (true) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> element(reader, depth + 1);
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    if (SvgWords.WITH_TEXT.contains(name)) {
                        escape(reader.getText());
                    }
                }
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw FileRefusal.damaged("a drawing must have no entities");
                case XMLStreamConstants.END_ELEMENT -> {
                    return;
                }
                default -> {}
            }
        }
    }

    private static String text(XMLStreamReader reader) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        for (int depth = 0; depth >= 0; ) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> depth++;
                case XMLStreamConstants.END_ELEMENT -> depth--;
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text.append(reader.getText());
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw FileRefusal.damaged("a drawing must have no entities");
                default -> {}
            }
        }
        return text.toString();
    }

    private static void skip(XMLStreamReader reader) throws XMLStreamException {
        for (int depth = 0; depth >= 0; ) {
            int event = reader.next();
            depth += event == XMLStreamConstants.START_ELEMENT ? 1 : event == XMLStreamConstants.END_ELEMENT ? -1 : 0;
        }
    }

    private static boolean animatesElsewhere(XMLStreamReader reader, String name) {
        String animated = reader.getAttributeValue(null, "attributeName");
        return (name.equals("animate") || name.equals("animateTransform"))
                && (animated == null || !SvgWords.isAnimated(animated));
    }

    private void attributes(XMLStreamReader reader, String element) throws IOException {
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String space = reader.getAttributeNamespace(i);
            String name = reader.getAttributeLocalName(i);
            String value = reader.getAttributeValue(i);
            boolean plain = space == null || space.isEmpty();
            if (name.equals("href") && (plain || space.equals(XLINK))) {
                Optional<String> link = link(element, value.strip());
                if (link.isPresent()) {
                    attribute(plain ? "href" : "xlink:href", link.get());
                }
            } else if (plain && name.equals("style")) {
                attribute(name, SvgWords.declarations(value));
            } else if (plain && SvgWords.isAttribute(name) && SvgWords.isHarmless(value)) {
                attribute(name, value);
            }
        }
    }

    /**
     * A link that stays within the drawing, or an embedded picture, which is cleaned as an upload is; empty for any
     * other.
     */
    private Optional<String> link(String element, String value) throws IOException {
        if (SvgWords.isOwnLink(value)) {
            return Optional.of(value);
        }
        Matcher data = DATA.matcher(value);
        if (!element.equals("image") || !data.matches()) {
            return Optional.empty();
        }
        Path source = folder.resolve("embedded-" + elements);
        Path target = folder.resolve("embedded-lean-" + elements);
        try {
            byte[] bytes = Base64.getMimeDecoder().decode(data.group(2));
            if (bytes.length > EMBEDDED_BYTES_MAX) {
                return Optional.empty();
            }
            Files.write(source, bytes);
            FileKind kind = LeanFiles.clean(source, target).kind();
            boolean shown = kind == FileKind.PNG || kind == FileKind.JPEG || kind == FileKind.WEBP;
            String clean = Base64.getEncoder().encodeToString(Files.readAllBytes(target));
            return shown ? Optional.of("data:" + kind.contentType() + ";base64," + clean) : Optional.empty();
        } catch (Failure | IllegalArgumentException noPicture) {
            return Optional.empty();
        } finally {
            Files.deleteIfExists(source);
            Files.deleteIfExists(target);
        }
    }

    private void attribute(String name, String value) {
        lean.append(' ').append(name).append("=\"");
        escape(value);
        lean.append('"');
    }

    /** What is escaped becomes six times as long at most, so that the text is bounded as it grows. */
    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (lean.length() > LeanFiles.DRAWING_BYTES_MAX) {
                throw FileRefusal.damaged("a drawing must have at most 10 MB");
            }
            char c = text.charAt(i);
            switch (c) {
                case '<' -> lean.append("&lt;");
                case '>' -> lean.append("&gt;");
                case '&' -> lean.append("&amp;");
                case '"' -> lean.append("&quot;");
                default -> lean.append(c);
            }
        }
    }
}
