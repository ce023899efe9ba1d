package cms.delivery.build;

import cms.format.ContentFile;
import cms.git.BlobId;
import cms.platform.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The positions of the members of a JSON object in its text, so that only the members that differ are parsed of the
 * next version (decision 47). Immutable.
 *
 * @param names in the order of the text
 * @param starts for each member the offset of the quote that begins its name
 * @param ends for each member the offset behind its value
 */
record MemberSpans(List<String> names, int[] starts, int[] ends) {
    /**
     * The members of a later text.
     *
     * @param fresh the parsed members, which are those that are not byte by byte equal to earlier ones
     * @param same how many members at the beginning are equal
     * @param sameAtEnd how many at the end are equal
     */
    record Later(MemberSpans spans, ObjectNode fresh, int same, int sameAtEnd) {
        /** Whether a member of the later text is one of the earlier. */
        boolean isSame(int member) {
            return member < same || member >= spans.count() - sameAtEnd;
        }
    }

    /** The members of a well-formed text, of which the names are known; null where the text is not one object. */
    static @Nullable MemberSpans of(byte[] text, List<String> names) {
        int[] starts = new int[names.size()];
        int[] ends = new int[names.size()];
        return scan(text, starts, ends) ? new MemberSpans(names, starts, ends) : null;
    }

    /**
     * A parsed file, from whose next version only the members that differ are parsed. None of its parts may be changed.
     *
     * @param members of the object that the file is
     */
    record Parsed(BlobId blob, byte[] text, MemberSpans spans, ObjectNode members) {
        private static final int BYTES_OF_A_MEMBER = 400;

        /** The parsed file; null for one that is too short or too long, or whose text is not one object. */
        static @Nullable Parsed of(BlobId blob, byte[] text, ObjectNode members) {
            MemberSpans spans = text.length > CollectionFile.BYTES_MAX || text.length < CollectionFile.BYTES_MIN
                    ? null
                    : MemberSpans.of(text, List.copyOf(members.propertyNames()));
            return spans == null ? null : new Parsed(blob, text, spans, members);
        }

        /** The next version; null where it has to be read whole. */
        @Nullable
        Parsed next(BlobId nextBlob, byte[] nextText) {
            Later later = nextText.length > CollectionFile.BYTES_MAX ? null : spans.later(text, nextText);
            if (later == null) {
                return null;
            }
            ObjectNode next = Json.object();
            List<String> all = later.spans().names();
            for (int member = 0; member < all.size(); member++) {
                String name = all.get(member);
                next.set(
                        name,
                        later.isSame(member) ? members.get(name) : later.fresh().get(name));
            }
            return new Parsed(nextBlob, nextText, later.spans(), next);
        }

        /** The bytes that it takes in memory. */
        int weight() {
            return text.length + BYTES_OF_A_MEMBER * spans.count();
        }
    }

    int count() {
        return starts.length;
    }

    /** The members of another text; null where it may be malformed, or is too different; it is then read whole. */
    @Nullable
    Later later(byte[] before, byte[] after) {
        int prefix = Arrays.mismatch(before, after);
        prefix = prefix < 0 ? before.length : prefix;
        int most = Math.min(before.length, after.length) - prefix;
        int suffix = DeliveredBytes.commonEnd(ByteBuffer.wrap(before), ByteBuffer.wrap(after), most);
        // The bytes behind the last member that is taken over and before the first are equal as well.
        int same = countBelow(ends, prefix);
        int firstAtEnd = countBelow(starts, before.length - suffix + 1);
        int from = same == 0 ? 0 : ends[same - 1];
        int shift = after.length - before.length;
        int to = firstAtEnd == count() ? after.length : starts[firstAtEnd] + shift;
        if (to - from > after.length / 2) {
            return null;
        }
        String left = same == 0 ? null : names.get(same - 1);
        String right = firstAtEnd == count() ? null : names.get(firstAtEnd);
        Middle middle = Middle.read(after, from, to, left, right);
        Set<String> known = new HashSet<>(names.subList(0, same));
        known.addAll(names.subList(firstAtEnd, count()));
        if (middle == null || middle.spans().names().stream().anyMatch(known::contains)) {
            return null;
        }
        return new Later(joined(same, middle.spans(), firstAtEnd, shift), middle.members(), same, count() - firstAtEnd);
    }

    private MemberSpans joined(int same, MemberSpans middle, int firstAtEnd, int shift) {
        int size = same + middle.count() + count() - firstAtEnd;
        List<String> all = new ArrayList<>(size);
        all.addAll(names.subList(0, same));
        all.addAll(middle.names());
        all.addAll(names.subList(firstAtEnd, count()));
        int[] allStarts = Arrays.copyOf(starts, size);
        int[] allEnds = Arrays.copyOf(ends, size);
        System.arraycopy(middle.starts(), 0, allStarts, same, middle.count());
        System.arraycopy(middle.ends(), 0, allEnds, same, middle.count());
        for (int i = firstAtEnd, at = same + middle.count(); i < count(); i++, at++) {
            allStarts[at] = starts[i] + shift;
            allEnds[at] = ends[i] + shift;
        }
        return new MemberSpans(all, allStarts, allEnds);
    }

    /**
     * The text between the members that are taken over, parsed as an object in which the member on each side has a
     * number as its value.
     */
    private record Middle(MemberSpans spans, ObjectNode members) {
        static @Nullable Middle read(byte[] text, int from, int to, @Nullable String left, @Nullable String right) {
            ByteArrayOutputStream object = new ByteArrayOutputStream(to - from + 200);
            if (left != null) {
                object.writeBytes(utf8("{" + Json.text(left) + ":0"));
            }
            int shift = from - object.size();
            object.write(text, from, to - from);
            if (right != null) {
                object.writeBytes(utf8(Json.text(right) + ":0}"));
            }
            byte[] bytes = object.toByteArray();
            if (!(ContentFile.json("", bytes) instanceof ContentFile.Json(ObjectNode members))) {
                return null;
            }
            MemberSpans all = of(bytes, List.copyOf(members.propertyNames()));
            if (all == null) {
                return null;
            }
            int first = left == null ? 0 : 1;
            int last = all.count() - (right == null ? 0 : 1);
            int[] starts = Arrays.copyOfRange(all.starts, first, last);
            int[] ends = Arrays.copyOfRange(all.ends, first, last);
            for (int i = 0; i < starts.length; i++) {
                starts[i] += shift;
                ends[i] += shift;
            }
            return new Middle(new MemberSpans(all.names.subList(first, last), starts, ends), members);
        }

        private static byte[] utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    private static int countBelow(int[] ascending, int bound) {
        int found = Arrays.binarySearch(ascending, bound);
        return found >= 0 ? found : -found - 1;
    }

    /**
     * Finds the members of the outermost object of a well-formed text; false when it is none, or has another number.
     */
    private static boolean scan(byte[] text, int[] starts, int[] ends) {
        int depth = 0;
        int members = 0;
        int last = 0;
        boolean named = false;
        for (int at = 0; at < text.length; at++) {
            byte letter = text[at];
            if (letter <= ' ') {
                continue;
            }
            switch (letter) {
                case '"' -> {
                    if (depth == 1 && !named) {
                        if (members == starts.length) {
                            return false;
                        }
                        starts[members] = at;
                        named = true;
                    }
                    at = closingQuote(text, at);
                }
                case '{' -> depth++;
                case '[' -> {
                    if (depth++ == 0) {
                        return false;
                    }
                }
                case ',', '}', ']' -> {
                    if (depth == 1 && named) {
                        ends[members++] = last + 1;
                        named = false;
                    }
                    depth -= letter == ',' ? 0 : 1;
                }
                default -> {}
            }
            last = at;
        }
        return members == starts.length;
    }

    private static int closingQuote(byte[] text, int opening) {
        int at = opening + 1;
        while (text[at] != '"') {
            at += text[at] == '\\' ? 2 : 1;
        }
        return at;
    }
}
