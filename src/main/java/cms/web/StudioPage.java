package cms.web;

import cms.platform.crypto.Hashes;
import cms.platform.http.Answer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The page of the studio. Its content security policy runs only files of this service and the three lines in its head,
 * allows text to become HTML or script only through the two named policies of Trusted Types, and allows requests to no
 * other host.
 */
final class StudioPage {
    private static final int NONCE_BYTES = 18;
    private static final String NONCE = "{{nonce}}";
    private static final String INLINE = "<script>";

    private final SecureRandom random = new SecureRandom();
    private final String page;
    private final String scriptHash;

    StudioPage(String template, ServiceFacts instance) {
        this.page = template.replace("{{instance}}", instance.json());
        this.scriptHash = Base64.getEncoder()
                .encodeToString(Hashes.sha256(inlineScript(template).getBytes(StandardCharsets.UTF_8)));
    }

    private static String inlineScript(String template) {
        int start = template.indexOf(INLINE) + INLINE.length();
        return template.substring(start, template.indexOf("</script>", start));
    }

    Answer answer() {
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        String nonce = Base64.getEncoder().encodeToString(bytes);
        return Answer.html(page.replace(NONCE, nonce))
                .withHeader("Content-Security-Policy", policy(nonce))
                .withHeader("Cache-Control", "no-cache")
                .withHeader("Cross-Origin-Opener-Policy", "same-origin")
                .withHeader("Referrer-Policy", "same-origin")
                .withHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
                .withHeader("X-Frame-Options", "DENY");
    }

    private String policy(String nonce) {
        return "default-src 'none'; script-src 'self' 'sha256-" + scriptHash + "'; style-src 'self' 'nonce-" + nonce
                + "'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; "
                + "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
                + "require-trusted-types-for 'script'; trusted-types studio dompurify";
    }
}
