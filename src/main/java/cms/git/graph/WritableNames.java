package cms.git.graph;

import cms.platform.failure.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Names of files that Git takes, though no system, or not Windows, could write them. */
public final class WritableNames {
    /** Names of devices of Windows that JGit does not know. */
    private static final Pattern DEVICE =
            Pattern.compile("(conin\\$|conout\\$|(com|lpt)[\u00b9\u00b2\u00b3])(\\..*)?", Pattern.CASE_INSENSITIVE);

    /** What most file systems keep of a name. */
    private static final int BYTES_MAX = 255;

    private static final int SHOWN_CHARS = 60;

    private WritableNames() {}

    /**
     * Refuses the name of a file or folder that a push adds.
     *
     * @throws Failure UNPROCESSABLE for a name that is no UTF-8, is longer than 255 bytes, or is that of a device
     */
    public static void require(byte[] name) {
        String text = new String(name, StandardCharsets.UTF_8);
        boolean isText = Arrays.equals(name, text.getBytes(StandardCharsets.UTF_8));
        if (!isText || !isWritable(text, name.length)) {
            throw Failure.unprocessable("\"" + text.substring(0, Math.min(text.length(), SHOWN_CHARS))
                    + "\" is no name of a file on every system; rename it.");
        }
    }

    static boolean isWritable(String name, int bytes) {
        return bytes <= BYTES_MAX && !DEVICE.matcher(name).matches();
    }
}
