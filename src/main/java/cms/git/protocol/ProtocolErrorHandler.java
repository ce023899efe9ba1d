package cms.git.protocol;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Set;
import java.util.zip.ZipException;
import org.eclipse.jgit.errors.InvalidObjectIdException;
import org.eclipse.jgit.errors.PackProtocolException;
import org.eclipse.jgit.http.server.GitSmartHttpTools;
import org.eclipse.jgit.http.server.ReceivePackErrorHandler;
import org.eclipse.jgit.http.server.UploadPackErrorHandler;
import org.eclipse.jgit.transport.ServiceMayNotContinueException;
import org.eclipse.jgit.transport.resolver.ServiceNotEnabledException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers fetches and pushes that fail: 400 for a request that is not of the Git protocol or comes too slowly, 415 for
 * a coding that is not read, 500 for an internal error.
 */
public final class ProtocolErrorHandler implements UploadPackErrorHandler, ReceivePackErrorHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ProtocolErrorHandler.class);
    private static final Set<String> GZIP = Set.of("gzip", "x-gzip");
    private static final String CODING = "send the body as it is, or with Content-Encoding: gzip";

    @Override
    public void upload(HttpServletRequest request, HttpServletResponse response, UploadPackRunnable fetch)
            throws IOException {
        if (isRefusedForItsCoding(request, response)) {
            return;
        }
        try {
            fetch.upload();
        } catch (IOException | RuntimeException broken) {
            answer(request, response, broken);
        }
    }

    /**
     * Reads the request to its end after the push, because the client reads the answer only after it has sent
     * everything.
     */
    @Override
    public void receive(HttpServletRequest request, HttpServletResponse response, ReceivePackRunnable push)
            throws IOException {
        if (isRefusedForItsCoding(request, response)) {
            return;
        }
        try {
            push.receive();
            request.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException | RuntimeException broken) {
            answer(request, response, broken);
        }
    }

    private static void answer(HttpServletRequest request, HttpServletResponse response, Exception broken)
            throws IOException {
        if (broken instanceof ServiceMayNotContinueException refused) {
            if (!refused.isOutput()) {
                answer(request, response, refused.getStatusCode(), refused.getMessage());
            }
        } else if (broken instanceof UncheckedIOException) {
            LOG.debug("a client went away", broken);
        } else if (broken instanceof UnsupportedOperationException) {
            LOG.debug("Git asked for what is not served", broken); // JGit cannot deepen a clone from where it ends.
            String message = "--deepen is not served here; say how many commits there are to be with --depth,"
                    + " or fetch with --unshallow";
            answer(request, response, HttpServletResponse.SC_OK, message); // Git shows no words of another status.
        } else if (broken.getCause() instanceof Failure notCome && notCome.kind() == FailureKind.INVALID) {
            LOG.debug("the body of a request did not come", broken);
            answer(request, response, HttpServletResponse.SC_BAD_REQUEST, notCome.message());
        } else if (isNoGit(broken)) {
            LOG.info("a request was no Git: {}", broken.toString());
            answer(request, response, HttpServletResponse.SC_BAD_REQUEST, "this is no request of the Git protocol");
        } else if (broken instanceof PackProtocolException || broken instanceof ServiceNotEnabledException) {
            LOG.debug("Git was refused", broken);
            answer(request, response, UploadPackErrorHandler.statusCodeForThrowable(broken), broken.getMessage());
        } else {
            LOG.warn("Git failed", broken);
            answer(request, response, UploadPackErrorHandler.statusCodeForThrowable(broken), null);
        }
    }

    /**
     * Whether a request was malformed: lines with an invalid length, that end early, or whose compression is broken, or
     * ids that are none.
     */
    private static boolean isNoGit(Exception broken) {
        return broken instanceof EOFException
                || broken instanceof ZipException
                || broken instanceof InvalidObjectIdException && isReadFromRequest(broken)
                || String.valueOf(broken.getMessage()).startsWith("Invalid packet line header");
    }

    /** Whether the protocol read an id that is none; that of a stored object is damage. */
    private static boolean isReadFromRequest(Exception invalidId) {
        return Arrays.stream(invalidId.getStackTrace())
                .map(StackTraceElement::getClassName)
                .filter(name -> !name.startsWith("org.eclipse.jgit.lib."))
                .findFirst()
                .filter(name -> name.startsWith("org.eclipse.jgit.transport."))
                .isPresent();
    }

    /** Refuses a body with a coding other than gzip, in which Git sends long requests. */
    private static boolean isRefusedForItsCoding(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String coding = request.getHeader("Content-Encoding");
        boolean refused = coding != null && !GZIP.contains(coding);
        if (refused) {
            answer(request, response, HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE, CODING);
        }
        return refused;
    }

    /** Sends an error; does nothing when the answer has begun already, which the client then sees break off. */
    private static void answer(
            HttpServletRequest request, HttpServletResponse response, int status, @Nullable String message)
            throws IOException {
        if (!response.isCommitted()) {
            response.reset();
            GitSmartHttpTools.sendError(request, response, status, message);
        }
    }
}
