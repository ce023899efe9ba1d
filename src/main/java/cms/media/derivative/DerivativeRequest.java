package cms.media.derivative;

import cms.media.variant.Focal;
import cms.platform.failure.Failure;
import cms.platform.http.Request;
import cms.platform.pictures.Fit;
import cms.platform.pictures.PictureFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A size of a picture as the query of a URL asks for it: {@code w}, {@code h}, {@code ar}, {@code fit}, {@code q},
 * {@code format}, {@code fp}.
 *
 * @param format empty for whatever the caller's {@code Accept} prefers
 * @param focus empty for the focal point of the asset
 */
public record DerivativeRequest(
        OptionalInt width,
        OptionalInt height,
        Optional<Ratio> ratio,
        Optional<Fit> fit,
        OptionalInt quality,
        Optional<PictureFormat> format,
        Optional<Focal> focus) {
    static final int EDGE_MAX = 4_096;
    static final List<String> SIZES = List.of("w", "h", "ar", "fit", "q", "format", "fp");

    /** Names of sizes at other services: a client that sends one means a size, and would get the whole picture. */
    private static final List<String> SIZES_ELSEWHERE =
            List.of("width", "height", "quality", "crop", "resize", "dpr", "aspect");

    private static final int QUALITY_MAX = 100;
    private static final int DIGITS_MAX = 9;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern SHARE = Pattern.compile("0*(0(\\.[0-9]{1,6})?|1(\\.0{1,6})?)");

    /** Whether the query asks for a size; other queries have no effect on a file. */
    public static boolean isIn(Request request) {
        return Stream.of(SIZES, SIZES_ELSEWHERE, Signature.PARAMETERS)
                .flatMap(List::stream)
                .anyMatch(request::asks);
    }

    /**
     * Reads the query.
     *
     * @param trusted whether the request has a key or a signature; else only sizes of the ladder are allowed
     * @throws Failure INVALID for a parameter that is unknown, repeated, malformed, or not allowed for every caller
     */
    public static DerivativeRequest of(Request request, boolean trusted) {
        request.checkWholeQuery();
        Signature.requireWhole(request);
        DerivativeRequest asked = new DerivativeRequest(
                number(request, "w", EDGE_MAX),
                number(request, "h", EDGE_MAX),
                one(request, "ar").map(DerivativeRequest::ratio),
                one(request, "fit").map(DerivativeRequest::fit),
                number(request, "q", QUALITY_MAX),
                format(one(request, "format").orElse("webp")),
                one(request, "fp").map(DerivativeRequest::focus));
        one(request, "v");
        if (asked.width.isPresent() && asked.height.isPresent() && asked.ratio.isPresent()) {
            throw Failure.invalid("Send two of `w`, `h` and `ar`; the third follows from them.");
        }
        return trusted ? asked : asked.forEverybody();
    }

    private DerivativeRequest forEverybody() {
        if (height.isPresent() || quality.isPresent()) {
            throw Failure.invalid("`h` and `q` need a key or a signature; send `w` and `ar`.");
        }
        Optional<Ratio> shape = ratio.map(asked -> Ladder.RATIOS.stream()
                .filter(asked::isLike)
                .findFirst()
                .orElseThrow(() -> Failure.invalid("Without a key or a signature `ar` is one of "
                        + String.join(
                                ", ",
                                Ladder.RATIOS.stream()
                                        .map(each -> each.width() + ":" + each.height())
                                        .toList())
                        + ".")));
        OptionalInt step = width.isEmpty() ? width : OptionalInt.of(Ladder.roundedUp(width.getAsInt()));
        Optional<Focal> point = focus.map(asked -> new Focal(Ladder.rounded(asked.x()), Ladder.rounded(asked.y())));
        return new DerivativeRequest(step, height, shape, fit, quality, format, point);
    }

    private static Optional<String> one(Request request, String name) {
        List<String> values = request.queries(name);
        if (values.size() > 1) {
            throw Failure.invalid("The query parameter `" + name + "` is there more than once.");
        }
        return values.stream().findFirst();
    }

    private static OptionalInt number(Request request, String name, int max) {
        Optional<String> text = one(request, name);
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        String digits = text.get();
        if (digits.length() > DIGITS_MAX || !NUMBER.matcher(digits).matches()) {
            throw outside(name, max);
        }
        int number = Integer.parseInt(digits);
        if (number < 1 || number > max) {
            throw outside(name, max);
        }
        return OptionalInt.of(number);
    }

    private static Failure outside(String name, int max) {
        return Failure.invalid("`" + name + "` must be a whole number from 1 to " + max + ".");
    }

    private static Ratio ratio(String text) {
        return Ratio.parse(text).orElseThrow(() -> Failure.invalid("`ar` must be two whole numbers such as 16:9."));
    }

    private static Fit fit(String text) {
        return switch (text) {
            case "cover" -> Fit.COVER;
            case "contain" -> Fit.CONTAIN;
            case "inside" -> Fit.INSIDE;
            default -> throw Failure.invalid("`fit` must be cover, contain or inside.");
        };
    }

    private static Optional<PictureFormat> format(String text) {
        return switch (text) {
            case "auto" -> Optional.empty();
            case "webp", "avif", "jpeg", "png" -> Optional.of(PictureFormat.valueOf(text.toUpperCase(Locale.ROOT)));
            default -> throw Failure.invalid("`format` must be auto, webp, avif, jpeg or png.");
        };
    }

    private static Focal focus(String text) {
        String[] shares = text.split(",", -1);
        if (shares.length != 2
                || !SHARE.matcher(shares[0]).matches()
                || !SHARE.matcher(shares[1]).matches()) {
            throw Failure.invalid("`fp` must be two numbers from 0 to 1 such as 0.25,0.5.");
        }
        return new Focal(Double.parseDouble(shares[0]), Double.parseDouble(shares[1]));
    }
}
