package cms.agent.attach;

import cms.agent.model.AgentLimits;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

/**
 * Limits the memory that parsing the XML of one file takes. An XML parser keeps the token that it reads, whatever its
 * length, every open element, and every name that it has seen: a file of two megabytes could take more than the heap.
 */
final class XmlBounds {
    private int values;

    /** The file exceeds the limits. */
    static final class Exceeded extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Exceeded() {
            super("The XML becomes more than is read.");
        }
    }

    /** A parser of one part; the values of all parts of the file count together. */
    XMLStreamReader reader(XMLInputFactory factory, InputStream in) throws XMLStreamException {
        Piece piece = new Piece(in);
        return new Bounded(factory.createXMLStreamReader(piece), piece);
    }

    private final class Bounded extends StreamReaderDelegate {
        private final Piece piece;
        private int depth;

        Bounded(XMLStreamReader reader, Piece piece) {
            super(reader);
            this.piece = piece;
        }

        @Override
        public int next() throws XMLStreamException {
            piece.begin();
            int event = super.next();
            values++;
            if (event == START_ELEMENT) {
                depth++;
                values += getAttributeCount() + getNamespaceCount();
            } else if (event == END_ELEMENT) {
                depth--;
            }
            if (values > AgentLimits.XML_VALUES_MAX || depth > AgentLimits.XML_DEPTH_MAX) {
                throw new Exceeded();
            }
            return event;
        }
    }

    /** Counts the bytes that are read between two events. */
    private static final class Piece extends FilterInputStream {
        private int bytes;

        Piece(InputStream in) {
            super(in);
        }

        void begin() {
            bytes = 0;
        }

        @Override
        public int read() throws IOException {
            int octet = super.read();
            count(1);
            return octet;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = super.read(into, offset, length);
            count(count);
            return count;
        }

        private void count(int more) {
            bytes += more;
            if (bytes > AgentLimits.XML_PIECE_BYTES_MAX) {
                throw new Exceeded();
            }
        }
    }
}
