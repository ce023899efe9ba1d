package cms.media;

import cms.media.bytes.VirusScanner;
import java.net.URI;
import java.util.Optional;

/**
 * The settings of media.
 *
 * @param scannerAddress host and port of clamd; empty where uploads are not scanned
 * @param publicUrl base of the URLs of delivered files
 * @param keyedPerHour requests that one key may make in an hour
 * @param cacheBytes most bytes of sizes that were made on request
 */
public record MediaSettings(Optional<String> scannerAddress, URI publicUrl, int keyedPerHour, long cacheBytes) {
    /** The virus scanner, where there is one. */
    Optional<VirusScanner> scanner() {
        return scannerAddress.map(VirusScanner::new);
    }
}
