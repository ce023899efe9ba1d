package cms.git;

import cms.git.graph.GitNames;
import cms.git.protocol.Capacity;
import cms.git.protocol.CodedRequest;
import cms.git.protocol.GitTurns;
import cms.git.protocol.ProtocolErrorHandler;
import cms.git.protocol.Sender;
import cms.git.protocol.UncheckedResponse;
import cms.git.protocol.Wants;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.failure.WholeSeconds;
import cms.platform.http.StatusTable;
import cms.platform.limits.RateLimiter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.jgit.http.server.GitServlet;
import org.eclipse.jgit.http.server.resolver.AsIsFileService;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.transport.ReceivePack;
import org.eclipse.jgit.transport.TransferConfig;
import org.eclipse.jgit.transport.UploadPack;

/**
 * Servlet for Git's smart HTTP protocol: clone, fetch and push of {@code /<owner>/<name>.git}, below any path that it
 * is mounted under ({@code /git/*}). It blocks, so it belongs on a virtual thread. Only the smart protocol is served
 * (versions 0 to 2), never the files of a repository.
 *
 * @param <P> type of the caller that the rules find
 */
public final class GitHttp<P> extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String REPOSITORY = "cms.git.repository";
    private static final int TOO_MANY = 429;
    private static final String CALLER = "cms.git.caller";
    private static final Pattern PATH =
            Pattern.compile("/([^/]+/[^/]+?)(?:\\.git)?/(info/refs|git-upload-pack|git-receive-pack)");

    /**
     * Limits of pushes and of repositories.
     *
     * @param packBytesMax largest pack of one push
     * @param objectBytesMax the largest single object, inflated
     * @param commandBytesMax the largest list of refs of one push
     * @param idleSeconds longest silence of a client
     * @param refsMax most branches and tags of a repository, all of which each write stores
     * @param repository limits of the size of a repository
     */
    public record PushLimits(
            long packBytesMax,
            long objectBytesMax,
            long commandBytesMax,
            int idleSeconds,
            int refsMax,
            Capacity.SizeLimits repository) {
        public static PushLimits standard() {
            return new PushLimits(1L << 30, 100L << 20, 4L << 20, 60, 10_000, Capacity.SizeLimits.standard());
        }
    }

    private final transient Repositories repositories;
    private final transient GitHttpRules<P> rules;
    private final transient PushLimits limits;
    private final transient GitTurns turns;
    private final GitServlet protocol = new GitServlet();

    public GitHttp(Repositories repositories, GitHttpRules<P> rules, PushLimits limits, RateLimiter limiter) {
        this.repositories = repositories;
        this.rules = rules;
        this.limits = limits;
        this.turns = new GitTurns(limiter);
    }

    @Override
    public void init() throws ServletException {
        protocol.setRepositoryResolver((request, name) -> {
            org.eclipse.jgit.lib.Repository opened = repository(request).disk().jgit();
            opened.incrementOpen();
            return opened;
        });
        protocol.setAsIsFileService(AsIsFileService.DISABLED);
        protocol.setUploadPackFactory((request, repository) -> {
            UploadPack upload = sender(request, repository);
            String version = request.getHeader("Git-Protocol");
            if (version != null) {
                upload.setExtraParameters(Arrays.asList(version.split(":")));
            }
            upload.setTransferConfig(transfer());
            upload.setRequestValidator(new Wants());
            upload.setTimeout(limits.idleSeconds());
            upload.setRefFilter(GitHttp::shown);
            return upload;
        });
        ProtocolErrorHandler error = new ProtocolErrorHandler();
        protocol.setUploadPackErrorHandler(error);
        protocol.setReceivePackErrorHandler(error);
        protocol.setReceivePackFactory((request, repository) -> receive(request));
        protocol.init(getServletConfig());
    }

    @Override
    public void destroy() {
        protocol.destroy();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        Matcher path = PATH.matcher(String.valueOf(request.getPathInfo()));
        if (!path.matches()) {
            refuse(response, HttpServletResponse.SC_NOT_FOUND, "There is no such repository.");
            return;
        }
        if (!isMethodOf(path.group(2), request.getMethod())) {
            refuseMethod(path.group(2), request, response);
            return;
        }
        Optional<P> caller;
        try {
            caller = admit(path.group(1), isPush(request, path.group(2)), request, response);
        } catch (Failure impossible) {
            StatusTable.retryAfter(impossible).ifPresent(wait -> comeBack(response, wait));
            refuse(response, status(impossible.kind()), impossible.message());
            return;
        }
        if (caller.isPresent()) {
            inTurn(caller.get(), path.group(2), request, response);
        }
    }

    /** Finds out who asks and whether they may; answers those who may not, and returns empty then. */
    private Optional<P> admit(String fullName, boolean isPush, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Optional<P> caller = credentials(request).flatMap(given -> rules.caller(given[0], given[1]));
        if (caller.isEmpty()) {
            response.setHeader("WWW-Authenticate", "Basic realm=\"git\", charset=\"UTF-8\"");
            refuse(response, HttpServletResponse.SC_UNAUTHORIZED, "Sign in with a name and an access token.");
            return Optional.empty();
        }
        Optional<Repository> repository = find(fullName, caller.get(), isPush);
        if (repository.isEmpty()) {
            refuse(response, HttpServletResponse.SC_NOT_FOUND, "There is no such repository.");
            return Optional.empty();
        }
        if (isPush && !rules.mayWrite(caller.get(), repository.get())) {
            refuse(response, HttpServletResponse.SC_FORBIDDEN, "You may read this repository, not push to it.");
            return Optional.empty();
        }
        request.setAttribute(REPOSITORY, repository.get());
        request.setAttribute(CALLER, caller.get());
        return caller;
    }

    private void inTurn(P caller, String place, HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        GitTurns.RequestTurn taken;
        try {
            taken = turns.take(rules.nameOf(caller), place.equals("git-receive-pack"));
        } catch (Failure tooMany) {
            comeBack(response, tooMany.retryAfter().orElse(Duration.ZERO));
            refuse(response, TOO_MANY, tooMany.message());
            return;
        }
        try (taken) {
            protocol.service(new CodedRequest(request), new UncheckedResponse(response));
        }
    }

    private Optional<Repository> find(String fullName, P caller, boolean isPush) {
        Optional<Repository> found;
        try {
            found = repositories.find(fullName);
        } catch (Failure impossibleName) {
            return Optional.empty();
        }
        return found.isEmpty() && isPush
                ? rules.made(caller, fullName)
                : found.filter(repository -> rules.mayRead(caller, repository));
    }

    private UploadPack sender(HttpServletRequest request, org.eclipse.jgit.lib.Repository files) {
        return new Sender(
                files, rules.nameOf(caller(request)), repository(request).disk()::packedObjects);
    }

    private ReceivePack receive(HttpServletRequest request) {
        return new Push<>(repository(request), rules, caller(request), limits).receiver();
    }

    @SuppressWarnings("unchecked") // The attribute was set by service() from the rules of the same type.
    private P caller(HttpServletRequest request) {
        return (P) request.getAttribute(CALLER);
    }

    /** The settings of transfers: partial clones are served, and {@link Wants} decides what they fetch later. */
    private static TransferConfig transfer() {
        Config config = new Config();
        config.setBoolean("uploadpack", null, "allowfilter", true);
        config.setBoolean("uploadpack", null, "allowreachablesha1inwant", true); // version 0 asks for files by name
        return new TransferConfig(config);
    }

    /** The refs without the internal ones of this service. */
    static Map<String, Ref> shown(Map<String, Ref> refs) {
        return refs.entrySet().stream()
                .filter(ref -> !GitNames.isOwn(ref.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static Repository repository(HttpServletRequest request) {
        return (Repository) request.getAttribute(REPOSITORY);
    }

    /** Whether the method fits the path: refs are read with GET, packs are sent with POST. */
    private static boolean isMethodOf(String place, String method) {
        return place.equals("info/refs") ? method.equals("GET") || method.equals("HEAD") : method.equals("POST");
    }

    private static void refuseMethod(String place, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String allowed = place.equals("info/refs") ? "GET, HEAD, OPTIONS" : "OPTIONS, POST";
        response.setHeader("Allow", allowed);
        if (request.getMethod().equals("OPTIONS")) {
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        } else {
            refuse(response, HttpServletResponse.SC_METHOD_NOT_ALLOWED, "This path takes " + allowed + ".");
        }
    }

    private static boolean isPush(HttpServletRequest request, String service) {
        return service.equals("git-receive-pack") || "git-receive-pack".equals(request.getParameter("service"));
    }

    /** User name and password of HTTP Basic; empty when they are missing or not readable. */
    private static Optional<String[]> credentials(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        if (header == null || !header.regionMatches(true, 0, "Basic ", 0, 6)) {
            return Optional.empty();
        }
        try {
            byte[] decoded =
                    java.util.Base64.getDecoder().decode(header.substring(6).strip());
            String[] parts = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
            return parts.length == 2 ? Optional.of(parts) : Optional.empty();
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    private static int status(FailureKind kind) {
        return switch (kind) {
            case INVALID, CONFLICT, UNPROCESSABLE -> HttpServletResponse.SC_BAD_REQUEST;
            case FORBIDDEN -> HttpServletResponse.SC_FORBIDDEN;
            default -> HttpServletResponse.SC_SERVICE_UNAVAILABLE;
        };
    }

    private static void comeBack(HttpServletResponse response, Duration wait) {
        response.setHeader("Retry-After", Long.toString(WholeSeconds.of(wait)));
    }

    private static void refuse(HttpServletResponse response, int status, String message) throws IOException {
        response.setStatus(status);
        response.setContentType("text/plain; charset=utf-8");
        response.setHeader("Cache-Control", "no-store");
        response.getOutputStream().write((message + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
