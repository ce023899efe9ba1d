package cms.agent;

import cms.platform.failure.Failure;
import cms.platform.http.Request;

/**
 * Reads whether a request is a dry run ({@code ?dryRun=true}). A misread value would cause a write, so any other value
 * is refused.
 */
final class DryRun {
    private static final String DRY_RUN = "dryRun";

    private DryRun() {}

    /** @throws Failure INVALID for anything but true and false */
    static boolean isAsked(Request request) {
        return switch (request.query(DRY_RUN).orElse(request.asks(DRY_RUN) ? "" : "false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw Failure.invalid("`dryRun` must be true or false.");
        };
    }
}
