package cms.platform.json;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class JsonPropertyTest {
    @Property
    void randomBytesEndInAValueOrAFailure(@ForAll byte[] bytes) {
        JsonTest.parseQuietly(bytes);
    }
}
