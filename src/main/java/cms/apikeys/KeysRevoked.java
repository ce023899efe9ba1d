package cms.apikeys;

import java.util.List;

/**
 * Told to every instance: these keys are good for nothing from now on.
 *
 * @param hashes SHA-256 in hex
 */
record KeysRevoked(List<String> hashes) {}
