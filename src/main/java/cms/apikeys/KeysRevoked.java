package cms.apikeys;

import java.util.List;

/**
 * Sent to every instance when keys were revoked.
 *
 * @param hashes SHA-256 in hex
 */
record KeysRevoked(List<String> hashes) {}
