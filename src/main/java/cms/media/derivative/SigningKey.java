package cms.media.derivative;

import java.time.Instant;

/**
 * A key that signs sizes of pictures.
 *
 * @param prefix its first characters, by which people recognise it
 * @param sealed the encrypted key; checking a signature needs the key itself, so a hash would not do
 */
public record SigningKey(
        String id, String projectId, String name, String prefix, String sealed, String createdBy, Instant createdAt) {}
