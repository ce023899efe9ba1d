package cms.media.derivative;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Width to height, for instance 16:9. */
record Ratio(int width, int height) {
    private static final Pattern FORM = Pattern.compile("0*([1-9][0-9]{0,3}):0*([1-9][0-9]{0,3})");

    static Optional<Ratio> parse(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? Optional.of(new Ratio(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2))))
                : Optional.empty();
    }

    /** Whether both are the same ratio, as 8:6 and 4:3 are. */
    boolean isLike(Ratio other) {
        return (long) width * other.height == (long) height * other.width;
    }

    int heightOf(int boxWidth) {
        return Math.max(1, Math.round((float) boxWidth * height / width));
    }

    int widthOf(int boxHeight) {
        return Math.max(1, Math.round((float) boxHeight * width / height));
    }
}
