package cms.delivery.serve;

/**
 * Where the bytes of a delivered file are stored.
 *
 * @param buildId the build that first made them; its pack holds them
 * @param offset bytes from the beginning of the pack
 */
public record Place(String buildId, int offset) {}
