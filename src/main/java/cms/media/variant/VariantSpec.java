package cms.media.variant;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.pictures.Fit;
import cms.platform.pictures.PictureFormat;
import cms.platform.pictures.Recipe;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One size of a picture as a map names it.
 *
 * @param width in pixels; 0 when it follows from the height
 * @param height in pixels; 0 when it follows from the width
 * @param quality from 1 to 100
 */
public record VariantSpec(int width, int height, Fit fit, int quality, PictureFormat format) {
    static final int EDGE_MAX = 4_096;
    private static final int QUALITY = 80;
    private static final int QUALITY_MAX = 100;
    private static final Set<String> MEMBERS = Set.of("width", "height", "fit", "quality", "format");

    /** The picture to make; an animation stays one. */
    public Recipe recipe(Focal focal) {
        return new Recipe(
                format, fit, width, height, focal.x(), focal.y(), quality, false, format == PictureFormat.WEBP);
    }

    ObjectNode json() {
        ObjectNode json = Json.object();
        if (width > 0) {
            json.put("width", width);
        }
        if (height > 0) {
            json.put("height", height);
        }
        return json.put("fit", fit.name().toLowerCase(Locale.ROOT))
                .put("quality", quality)
                .put("format", format.name().toLowerCase(Locale.ROOT));
    }

    /** @throws Failure INVALID with the name of the member that is wrong */
    static VariantSpec parse(String name, JsonNode node) {
        String where = "`variants." + name + "`";
        if (!(node instanceof ObjectNode object)) {
            throw Failure.invalid(where + " must be an object such as { \"width\": 800 }.");
        }
        for (String member : object.propertyNames()) {
            if (!MEMBERS.contains(member)) {
                throw Failure.invalid(where + " has an unknown member; there are width, height, fit, quality, format.");
            }
        }
        int width = number(object, "width", EDGE_MAX, 0, where);
        int height = number(object, "height", EDGE_MAX, 0, where);
        if (width == 0 && height == 0) {
            throw Failure.invalid(where + " needs a `width`.");
        }
        return new VariantSpec(
                width,
                height,
                fit(object, where),
                number(object, "quality", QUALITY_MAX, QUALITY, where),
                format(object, where));
    }

    private static int number(ObjectNode object, String member, int max, int otherwise, String where) {
        JsonNode node = object.get(member);
        if (node == null || node.isNull()) {
            return otherwise;
        }
        if (!node.isIntegralNumber() || !node.canConvertToInt() || node.intValue() < 1 || node.intValue() > max) {
            throw Failure.invalid(where + ": `" + member + "` must be a whole number from 1 to " + max + ".");
        }
        return node.intValue();
    }

    private static Fit fit(ObjectNode object, String where) {
        return switch (text(object, "fit", where).orElse("cover")) {
            case "cover" -> Fit.COVER;
            case "contain" -> Fit.CONTAIN;
            case "fill" -> Fit.FILL;
            case "inside" -> Fit.INSIDE;
            default -> throw Failure.invalid(where + ": `fit` must be cover, contain, fill or inside.");
        };
    }

    private static PictureFormat format(ObjectNode object, String where) {
        return switch (text(object, "format", where).orElse("auto")) {
            case "auto", "webp" -> PictureFormat.WEBP;
            case "jpeg" -> PictureFormat.JPEG;
            case "png" -> PictureFormat.PNG;
            case "avif" -> PictureFormat.AVIF;
            default -> throw Failure.invalid(where + ": `format` must be webp, jpeg, png, avif or auto.");
        };
    }

    private static Optional<String> text(ObjectNode object, String member, String where) {
        JsonNode node = object.get(member);
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        if (!node.isString()) {
            throw Failure.invalid(where + ": `" + member + "` must be a text.");
        }
        return Optional.of(node.asString());
    }
}
