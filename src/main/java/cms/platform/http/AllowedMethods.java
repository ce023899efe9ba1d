package cms.platform.http;

import java.util.Map;
import java.util.TreeSet;

/** The {@code Allow} header of a path, from what the router says of it. */
final class AllowedMethods {
    private AllowedMethods() {}

    /** @param details the router's own words, for instance {@code availableMethods: "GET, HEAD"} */
    static String from(Map<String, String> details) {
        TreeSet<String> methods = new TreeSet<>();
        for (String words : details.values()) {
            for (String word : words.split("[^A-Z]+")) {
                if (!word.isBlank()) {
                    methods.add(word);
                }
            }
        }
        methods.add("OPTIONS");
        return String.join(", ", methods);
    }
}
