package cms.githost.remote.api;

import cms.platform.config.Secret;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;

/** Signs JWTs (RS256) as the app, which the host accepts for ten minutes at most. */
public final class AppKey {
    private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(60);
    private static final Duration LIFE = Duration.ofMinutes(9);

    private final String appId;
    private final PrivateKey key;

    /** @param pem PKCS#8, as the settings give it */
    public AppKey(String appId, Secret pem) {
        this.appId = appId;
        String base64 = pem.reveal().replaceAll("-----[A-Z ]+-----", "");
        try {
            this.key = KeyFactory.getInstance("RSA")
                    .generatePrivate(
                            new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64)));
        } catch (GeneralSecurityException damaged) {
            throw new IllegalStateException("The private key of the Git host app cannot be read.", damaged);
        }
    }

    /** A signed token. It is dated a minute back, because the host refuses tokens from the future. */
    String sign(Instant now) {
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .issuer(appId)
                .issueTime(Date.from(now.minus(CLOCKS_DIFFER)))
                .expirationTime(Date.from(now.plus(LIFE)))
                .build();
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), claims);
        try {
            token.sign(new RSASSASigner(key));
        } catch (JOSEException unusable) {
            throw new IllegalStateException("The private key of the Git host app does not sign.", unusable);
        }
        return token.serialize();
    }
}
