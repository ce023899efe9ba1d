package cms.agent.attach;

import cms.agent.model.AgentLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Walks the dictionaries of a PDF in the order of the file, also those packed in streams. Each byte is looked at a few
 * times at most, whatever the file says of itself.
 */
final class PdfObjects {
    /** Begins an object, and ends the word that ends one. */
    private static final String OBJECT = "obj";

    private static final String STREAM = "stream";
    private static final Pattern FIRST = Pattern.compile("/First\\s{1,9}(\\d{1,8})");
    private static final Pattern PLACE = Pattern.compile("\\d{1,9}\\s{1,9}(\\d{1,8})");

    /** What a stream counts at least, so that there cannot be too many. */
    private static final int STREAM_BYTES_MIN = 4 * 1024;

    private static final int STREAM_BYTES_MAX = 4 * 1024 * 1024;

    private final byte[] file;
    private final Consumer<String> each;
    private int left = AgentLimits.PDF_UNPACKED_BYTES_MAX;

    /** Bytes of the file that are unpacked, all together: streams that lie in each other are not unpacked twice. */
    private int packedLeft;

    private PdfObjects(byte[] file, Consumer<String> each) {
        this.file = file;
        this.packedLeft = file.length;
        this.each = each;
    }

    static void walk(byte[] file, Consumer<String> each) {
        PdfObjects objects = new PdfObjects(file, each);
        String text = new String(file, StandardCharsets.ISO_8859_1);
        int from = 0;
        while (from < text.length()) {
            int next = text.indexOf(OBJECT, from);
            int to = next < 0 ? text.length() : next;
            objects.look(text.substring(from, to), from);
            from = to + OBJECT.length();
        }
    }

    private void look(String object, int at) {
        int stream = object.indexOf(STREAM);
        String dictionary = stream < 0 ? object : object.substring(0, stream);
        each.accept(dictionary);
        Matcher first = FIRST.matcher(dictionary);
        if (stream >= 0 && left > 0 && dictionary.contains("/ObjStm") && first.find()) {
            lookInto(unpacked(at + stream + STREAM.length()), Integer.parseInt(first.group(1)));
        }
    }

    /** Objects behind a table of their numbers and places, which ascend. */
    private void lookInto(String objects, int first) {
        Matcher place = PLACE.matcher(objects).region(0, Math.min(first, objects.length()));
        int from = first;
        while (place.find()) {
            int to = first + Integer.parseInt(place.group(1));
            if (to < from || to > objects.length()) {
                return;
            }
            each.accept(objects.substring(from, to));
            from = to;
        }
        each.accept(objects.substring(Math.min(from, objects.length())));
    }

    private String unpacked(int at) {
        int begin = Math.min(file.length, at + (at < file.length && file[at] == '\r' ? 2 : 1));
        ByteArrayInputStream packed = new ByteArrayInputStream(file, begin, Math.min(file.length - begin, packedLeft));
        try (Inflater inflater = new Inflater();
                InputStream in = new InflaterInputStream(packed, inflater)) {
            byte[] bytes = in.readNBytes(Math.min(left, STREAM_BYTES_MAX));
            left -= Math.max(bytes.length, STREAM_BYTES_MIN);
            packedLeft -= Math.toIntExact(inflater.getBytesRead());
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (IOException broken) {
            left = 0; // encrypted, or made to be unpacked for nothing
            return "";
        }
    }
}
