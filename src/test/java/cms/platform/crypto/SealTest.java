package cms.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.MACSigner;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SealTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final String OTHER = "fedcba9876543210fedcba9876543210";
    private static final String TEXT = "{\"access\":\"some token\",\"expires\":1760000000}";

    private final Seal seal = new Seal(SECRET, Optional.empty());
    private final SignedTokens tokens = new SignedTokens("at+jwt", SECRET, Optional.empty());

    @Test
    void opensWhatItSealed() {
        for (String text : new String[] {"", "a", TEXT, "é\0\uD83D\uDE00", "x".repeat(8_000)}) {
            assertThat(seal.open("session", seal.seal("session", text))).hasValue(text);
        }
    }

    @Test
    void neverSealsTheSameTextTwiceAlike() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            seen.add(seal.seal("session", TEXT));
        }
        assertThat(seen).hasSize(1_000);
    }

    @Test
    void tenThousandBrokenCopiesAreRefused() {
        String sealed = seal.seal("session", TEXT);
        Random random = new Random(11);
        for (int i = 0; i < 10_000; i++) {
            assertThat(seal.open("session", broken(sealed, random))).isEmpty();
        }
    }

    @Test
    void everySingleBitOfEveryCharacterCounts() {
        for (int length = 0; length < 4; length++) {
            String sealed = seal.seal("session", "x".repeat(length));
            for (int at = 0; at < sealed.length(); at++) {
                for (int bit = 0; bit < 8; bit++) {
                    String flipped = sealed.substring(0, at)
                            + (char) (sealed.charAt(at) ^ (1 << bit))
                            + sealed.substring(at + 1);
                    assertThat(seal.open("session", flipped)).isEmpty();
                }
            }
        }
    }

    @Test
    void aSealForOnePurposeIsNoneForAnother() {
        assertThat(seal.open("state", seal.seal("session", TEXT))).isEmpty();
        assertThat(seal.open("session", seal.seal("session2", TEXT))).isEmpty();
    }

    @Test
    void thePreviousSecretStillOpensAndTheCurrentOneSeals() {
        Seal rotated = new Seal(OTHER, Optional.of(SECRET));
        assertThat(rotated.open("session", seal.seal("session", TEXT))).hasValue(TEXT);
        assertThat(seal.open("session", rotated.seal("session", TEXT))).isEmpty();
        assertThat(new Seal(OTHER, Optional.empty()).open("session", seal.seal("session", TEXT)))
                .isEmpty();
    }

    @Test
    void nonsenseAndAbsurdLengthsAreRefused() {
        for (String nonsense : new String[] {"", ".", "....", "a.b.c.d.e", "x".repeat(1_000_000), "\0", "é", TEXT}) {
            assertThat(seal.open("session", nonsense)).isEmpty();
            assertThat(tokens.verify(nonsense)).isEmpty();
        }
    }

    @Test
    void verifiesWhatItSigned() {
        String token = tokens.sign(Map.of("sub", "ada"));
        assertThat(tokens.verify(token).orElseThrow().get("sub").asString()).isEqualTo("ada");
    }

    @Test
    void brokenTokensAreRefused() {
        String token = tokens.sign(Map.of("sub", "ada", "exp", 1_760_000_000));
        Random random = new Random(13);
        for (int i = 0; i < 10_000; i++) {
            assertThat(tokens.verify(broken(token, random))).isEmpty();
        }
        for (int bit = 0; bit < 8; bit++) {
            int last = token.length() - 1;
            assertThat(tokens.verify(token.substring(0, last) + (char) (token.charAt(last) ^ (1 << bit))))
                    .isEmpty();
        }
    }

    @Test
    void otherTypesAndOtherSecretsAreRefusedAndThePreviousOneIsNot() {
        String token = tokens.sign(Map.of("sub", "ada"));
        assertThat(new SignedTokens("rt+jwt", SECRET, Optional.empty()).verify(token))
                .isEmpty();
        assertThat(new SignedTokens("at+jwt", OTHER, Optional.empty()).verify(token))
                .isEmpty();
        assertThat(new SignedTokens("at+jwt", OTHER, Optional.of(SECRET)).verify(token))
                .isPresent();
    }

    @Test
    void noAlgorithmButOursIsBelieved() throws JOSEException {
        String[] parts = tokens.sign(Map.of("sub", "ada")).split("\\.");
        assertThat(tokens.verify(encode("{\"alg\":\"none\",\"typ\":\"at+jwt\"}") + "." + parts[1] + "."))
                .isEmpty();
        assertThat(tokens.verify(encode("{\"alg\":\"none\",\"typ\":\"at+jwt\"}") + "." + parts[1] + "." + parts[2]))
                .isEmpty();
        assertThat(tokens.verify(encode("{\"alg\":\"RS256\",\"typ\":\"at+jwt\"}") + "." + parts[1] + "." + parts[2]))
                .isEmpty();
        for (JWSAlgorithm algorithm : new JWSAlgorithm[] {JWSAlgorithm.HS384, JWSAlgorithm.HS512}) {
            assertThat(tokens.verify(foreign(algorithm, new JOSEObjectType("at+jwt"))))
                    .isEmpty();
        }
        assertThat(tokens.verify(foreign(JWSAlgorithm.HS256, JOSEObjectType.JWT)))
                .isEmpty();
    }

    /** Signed with the very bytes of the secret, as a confused issuer would. */
    private static String foreign(JWSAlgorithm algorithm, JOSEObjectType type) throws JOSEException {
        JWSObject token =
                new JWSObject(new JWSHeader.Builder(algorithm).type(type).build(), new Payload("{\"sub\":\"ada\"}"));
        token.sign(new MACSigner((SECRET + SECRET).getBytes(StandardCharsets.UTF_8)));
        return token.serialize();
    }

    private static String encode(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** One character changed, dropped, doubled or cut off behind: never the same text. */
    private static String broken(String text, Random random) {
        int at = random.nextInt(text.length());
        return switch (random.nextInt(4)) {
            case 0 ->
                text.substring(0, at) + (char) (text.charAt(at) ^ (1 << random.nextInt(7))) + text.substring(at + 1);
            case 1 -> text.substring(0, at) + text.substring(at + 1);
            case 2 -> text.substring(0, at) + "=" + text.substring(at);
            default -> text.substring(0, at);
        };
    }
}
