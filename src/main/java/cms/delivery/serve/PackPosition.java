package cms.delivery.serve;

/**
 * The place where the bytes of a delivered file are stored: in a pack, or nowhere for a file that consists of other
 * files of the release.
 *
 * @param pack the object that holds them: the id of the build that first made them, and from its second pack on the
 *     number of the pack
 * @param offset bytes from the beginning of the pack
 */
public record PackPosition(String pack, int offset) {
    public static final PackPosition NOWHERE = new PackPosition("", 0);

    private static final String MORE = ".more/";

    /** The name of a pack of a build, counted from zero. */
    public static String pack(String buildId, int number) {
        return number == 0 ? buildId : buildId + MORE + number;
    }

    /** The prefix of the names of all packs of a build but the first. */
    public static String more(String buildId) {
        return buildId + MORE;
    }

    /** Whether it names no pack. */
    public boolean isNowhere() {
        return pack.isEmpty();
    }

    /** Whether it is not the first pack of its build. */
    public static boolean isMore(String pack) {
        return pack.contains(MORE);
    }

    /** The build that made a pack. */
    public static String build(String pack) {
        return isMore(pack) ? pack.substring(0, pack.indexOf(MORE)) : pack;
    }

    /** A part of a delivered file, where it is stored. */
    public record Piece(PackPosition place, int bytes) {
        /** The part of it between these two offsets, in bytes from its beginning. */
        Piece part(int from, int to) {
            return new Piece(new PackPosition(place.pack(), place.offset() + from), to - from);
        }
    }
}
