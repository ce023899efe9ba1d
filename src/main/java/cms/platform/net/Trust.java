package cms.platform.net;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** The certificates that TLS trusts: the authorities of the JDK and those of a PEM file. */
final class Trust {
    private Trust() {}

    /** @param pem null for the authorities of the JDK alone */
    static SSLContext with(@Nullable Path pem) {
        try {
            if (pem == null) {
                return SSLContext.getDefault();
            }
            KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
            all.load(null, null);
            int count = 0;
            for (X509Certificate usual : usual()) {
                all.setCertificateEntry("usual-" + count++, usual);
            }
            try (InputStream in = Files.newInputStream(pem)) {
                for (Certificate more : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                    all.setCertificateEntry("more-" + count++, more);
                }
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(all), null);
            return context;
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalStateException("The extra certificates for outgoing TLS cannot be used.", unusable);
        }
    }

    private static X509Certificate[] usual() throws GeneralSecurityException {
        for (TrustManager manager : managers(null)) {
            if (manager instanceof X509TrustManager x509) {
                return x509.getAcceptedIssuers();
            }
        }
        return new X509Certificate[0];
    }

    private static TrustManager[] managers(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }
}
