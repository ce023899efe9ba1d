package cms.platform.objects;

import java.util.regex.Pattern;

/** The rules for the key of an object. */
final class ObjectKeys {
    private static final int KEY_CHARS_MAX = 800;
    private static final int PART_CHARS_MAX = 200;
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9_.@-]+");

    private ObjectKeys() {}

    static boolean isKey(String text) {
        if (text.length() > KEY_CHARS_MAX) {
            return false;
        }
        for (String part : text.split("/", -1)) {
            boolean climbs = part.equals(".") || part.equals("..");
            if (climbs || part.length() > PART_CHARS_MAX || !PART.matcher(part).matches()) {
                return false;
            }
        }
        return true;
    }
}
