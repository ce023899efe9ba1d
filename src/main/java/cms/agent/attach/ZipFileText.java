package cms.agent.attach;

import cms.agent.model.AgentLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Walks the XML parts of a zipped office file within bounds of entries, bytes and ratio; no part opens another. */
final class ZipFileText {

    private ZipFileText() {}

    /** A new factory for each file: a factory keeps the last parser that it made, with every name in the file. */
    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    /** Reads one part. */
    @FunctionalInterface
    interface XmlPartReader {
        void read(String name, XMLStreamReader xml) throws XMLStreamException;
    }

    /** @param wanted prefixes of the names of parts */
    static void walk(FileBytes file, List<String> wanted, XmlPartReader reader) throws Unreadable {
        try (InputStream in = file.stream();
                ZipInputStream zip = new ZipInputStream(in)) {
            long[] left = {Math.min(AgentLimits.ZIP_BYTES_MAX, file.length() * AgentLimits.ZIP_RATIO_MAX)};
            XMLInputFactory factory = factory();
            XmlBounds bounds = new XmlBounds();
            int entries = 0;
            for (ZipEntry entry = next(zip); entry != null; entry = next(zip)) {
                if (++entries > AgentLimits.ZIP_ENTRIES_MAX) {
                    throw new Unreadable("The file has too many parts.");
                }
                String name = entry.getName();
                if (wanted.stream().anyMatch(name::startsWith)) {
                    XMLStreamReader xml = bounds.reader(factory, new Counted(zip, left));
                    reader.read(name, xml);
                    xml.close();
                }
                new Counted(zip, left).transferTo(OutputStream.nullOutputStream());
            }
        } catch (ZipException | XMLStreamException broken) {
            throw new Unreadable("The file is broken.");
        } catch (IOException | XmlBounds.Exceeded tooMuch) {
            throw new Unreadable("The file unpacks to more than is read.");
        }
    }

    /** Whether the file has a part of this name. */
    static boolean has(FileBytes file, String part) {
        try (InputStream in = file.stream();
                ZipInputStream zip = new ZipInputStream(in)) {
            long[] left = {Math.min(AgentLimits.ZIP_BYTES_MAX, file.length() * AgentLimits.ZIP_RATIO_MAX)};
            for (int entries = 0; entries < AgentLimits.ZIP_ENTRIES_MAX; entries++) {
                ZipEntry entry = next(zip);
                if (entry == null) {
                    return false;
                }
                if (entry.getName().equals(part)) {
                    return true;
                }
                new Counted(zip, left).transferTo(OutputStream.nullOutputStream());
            }
            return false;
        } catch (IOException broken) {
            return false;
        }
    }

    /**
     * The next entry; null at the end. Java answers with another exception to a name or an extra field that is longer
     * than one can be beside the rest of its header.
     */
    private static @Nullable ZipEntry next(ZipInputStream zip) throws IOException {
        try {
            return zip.getNextEntry();
        } catch (IllegalArgumentException broken) {
            throw (ZipException) new ZipException("a header that no file has").initCause(broken);
        }
    }

    static Optional<String> attribute(XMLStreamReader xml, String name) {
        @Nullable String value = xml.getAttributeValue(null, name);
        return Optional.ofNullable(value);
    }

    /** A stream that fails once more bytes were read than are left; closing it does not close the file. */
    private static final class Counted extends InputStream {
        private final InputStream in;
        private final long[] left;

        Counted(InputStream in, long[] left) {
            this.in = in;
            this.left = left;
        }

        @Override
        public int read() throws IOException {
            int octet = in.read();
            count(octet < 0 ? 0 : 1);
            return octet;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = in.read(bytes, offset, length);
            count(Math.max(0, count));
            return count;
        }

        private void count(int bytes) throws IOException {
            left[0] -= bytes;
            if (left[0] < 0) {
                throw new IOException("more than what is read");
            }
        }
    }
}
