package cms.platform.config;

/** Reads whole numbers that are written in plain digits. */
final class Numbers {
    private static final int DIGITS_MAX = 10;

    private Numbers() {}

    static int between(String text, int least, int most, String expected) {
        if (!text.matches("\\d{1," + DIGITS_MAX + "}")) {
            throw new IllegalArgumentException(expected);
        }
        long number = Long.parseLong(text);
        if (number < least || number > most) {
            throw new IllegalArgumentException(expected);
        }
        return (int) number;
    }
}
