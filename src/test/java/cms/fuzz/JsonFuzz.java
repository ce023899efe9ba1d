package cms.fuzz;

import cms.format.CanonicalJson;
import cms.format.ContentFile;
import java.util.Arrays;

/**
 * Any bytes are a JSON file or a finding, and what was read is written canonically: reading that again gives the same
 * bytes. What is read takes so many bytes of the heap a byte at most. It fails at once when {@code JsonWriter} leaves
 * the members of objects unsorted.
 */
public final class JsonFuzz {
    /** Of the heap: for each byte of text, and for whatever there is to read. */
    private static final long PER_BYTE = 200;

    private static final long ANYWAY = 64 * 1024;

    private JsonFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        ContentFile file = Allocation.within(ANYWAY + PER_BYTE * data.length, () -> ContentFile.json("a.json", data));
        if (file instanceof ContentFile.Json read) {
            byte[] canonical = CanonicalJson.bytes(read.members());
            if (!(ContentFile.json("a.json", canonical) instanceof ContentFile.Json again)) {
                throw new AssertionError("what was written cannot be read");
            }
            if (!Arrays.equals(canonical, CanonicalJson.bytes(again.members()))) {
                throw new AssertionError("the canonical form is not a fixed point");
            }
            if (!CanonicalJson.same(read.members(), again.members())) {
                throw new AssertionError("a value changed on its way");
            }
        }
    }
}
