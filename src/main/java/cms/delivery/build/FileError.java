package cms.delivery.build;

/**
 * A file of the repository that could not be read; its content is not delivered, the rest is.
 *
 * @param message safe to show
 */
public record FileError(String path, String message) {}
