package cms.settings;

import cms.platform.config.AddressRange;
import cms.platform.config.Secret;
import cms.platform.config.SettingReader;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address at which the service listens, and the one at which clients reach it.
 *
 * @param host the address to bind
 * @param port the port to bind; 0 takes a free one
 * @param publicUrl scheme, host and port in every link that the service writes, without a slash at the end
 * @param trustedProxies peers whose {@code X-Forwarded-For} is believed
 * @param toolOrigins browser origins besides the own one that may call the remote tools
 * @param metricsToken the token with which other machines may read {@code /metrics}
 * @param logsJson whether a line of the log is a JSON object
 */
public record ServerSettings(
        String host,
        int port,
        URI publicUrl,
        List<AddressRange> trustedProxies,
        List<URI> toolOrigins,
        @Nullable Secret metricsToken,
        boolean logsJson) {
    private static final int PORT = 4000;
    private static final Pattern HEAP = Pattern.compile("[1-9][0-9]{0,5}[mMgG]");

    static ServerSettings read(SettingReader reader) {
        checkHeap(reader);
        int port = reader.port("CMS_PORT", PORT);
        URI publicUrl = reader.origin("CMS_PUBLIC_URL");
        return new ServerSettings(
                reader.host("CMS_HOST", "127.0.0.1"),
                port,
                publicUrl == null ? localUrl(port) : publicUrl,
                reader.addressRanges("CMS_TRUSTED_PROXIES"),
                reader.origins("CMS_MCP_ALLOWED_ORIGINS"),
                reader.secret("CMS_METRICS_TOKEN"),
                reader.choice("CMS_LOG_FORMAT", "text", "text", "json").equals("json"));
    }

    /**
     * Checks the setting of the heap. {@code ./cms} has applied it already, because the heap of a process is set before
     * it begins.
     */
    private static void checkHeap(SettingReader reader) {
        String heap = reader.text("CMS_HEAP");
        if (heap != null && !HEAP.matcher(heap).matches()) {
            reader.problem("CMS_HEAP is \"" + heap + "\"; it must be a size such as 512m or 2g.");
        }
    }

    /** A copy with the bound port; a public URL that was not set follows it. */
    public ServerSettings boundTo(int boundPort) {
        URI url = publicUrl.equals(localUrl(port)) ? localUrl(boundPort) : publicUrl;
        return new ServerSettings(host, boundPort, url, trustedProxies, toolOrigins, metricsToken, logsJson);
    }

    /** True while only this machine can reach the service, by its settings, not by a request. */
    public boolean isLocal() {
        return isBoundToLoopback() && isPublicUrlLoopback() && trustedProxies.isEmpty();
    }

    /** True while only programs on this machine can reach the service directly. */
    public boolean isBoundToLoopback() {
        return isLoopback(host);
    }

    /** True while the links that the service writes lead to this machine. */
    public boolean isPublicUrlLoopback() {
        return isLoopback(publicUrl.getHost());
    }

    private static boolean isLoopback(String host) {
        String plain = host.replaceAll("^\\[|\\]$", "").toLowerCase(Locale.ROOT);
        if (plain.indexOf(':') < 0 && !plain.matches("\\d+(\\.\\d+){3}")) {
            return plain.equals("localhost");
        }
        return InetAddress.ofLiteral(plain).isLoopbackAddress();
    }

    private static URI localUrl(int port) {
        return URI.create("http://localhost:" + port);
    }
}
