package cms.billing;

import cms.platform.config.Secret;
import cms.platform.crypto.Hashes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;

/**
 * The header {@code Stripe-Signature}: {@code t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">}, {@code v1} more than once.
 */
final class StripeSignature {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final int TIME_DIGITS_MAX = 15;

    private final Secret secret;

    StripeSignature(Secret secret) {
        this.secret = secret;
    }

    /** Whether the body was signed with the secret, and at most five minutes before or after {@code now}. */
    boolean isGood(String header, byte[] body, Instant now) {
        String time = "";
        List<String> signatures = new ArrayList<>();
        for (String part : header.split(",", -1)) {
            String[] pair = part.strip().split("=", 2);
            if (pair.length == 2 && pair[0].equals("t")) {
                time = pair[1];
            } else if (pair.length == 2 && pair[0].equals("v1")) {
                signatures.add(pair[1]);
            }
        }
        if (!time.matches("[0-9]{1," + TIME_DIGITS_MAX + "}") || !isRecent(Long.parseLong(time), now)) {
            return false;
        }
        String wanted = sign(time, body);
        return signatures.stream().anyMatch(signature -> Hashes.sameText(wanted, signature));
    }

    private static boolean isRecent(long seconds, Instant now) {
        return Math.abs(now.getEpochSecond() - seconds) <= TOLERANCE.toSeconds();
    }

    private String sign(String time, byte[] body) {
        Mac mac = Hashes.hmacSha256(secret.reveal().getBytes(StandardCharsets.UTF_8));
        mac.update((time + ".").getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(mac.doFinal(body));
    }
}
