package cms.media.variant;

import cms.platform.failure.Failure;
import tools.jackson.databind.JsonNode;

/** The point of a picture around which it is cut, as shares of its width and height from the upper left corner. */
public record Focal(double x, double y) {
    public static final Focal CENTRE = new Focal(0.5, 0.5);

    /** @throws Failure INVALID unless {@code node} is {@code { x, y }} of two numbers from 0 to 1 */
    public static Focal parse(JsonNode node) {
        JsonNode x = node.path("x");
        JsonNode y = node.path("y");
        if (!isShare(x) || !isShare(y)) {
            throw Failure.invalid("`focalPoint` must be { x, y }, two numbers from 0 to 1.");
        }
        return new Focal(x.doubleValue(), y.doubleValue());
    }

    private static boolean isShare(JsonNode node) {
        return node.isNumber() && node.doubleValue() >= 0 && node.doubleValue() <= 1;
    }
}
