package cms.platform.objects;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Sends requests to a bucket: temporary errors are tried again, permanent refusals are thrown. */
final class BucketCalls {
    private static final Logger LOG = LoggerFactory.getLogger(BucketCalls.class);
    private static final int TRIES_MAX = 3;
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

    private final CircuitBreaker outage = new CircuitBreaker(System::nanoTime);

    /** Runs a request, and repeats it after temporary errors; permanent refusals are thrown. */
    <T> T call(Supplier<T> request) {
        for (int tries = 1; ; tries++) {
            outage.enter();
            try {
                T answer = request.get();
                outage.answered();
                return answer;
            } catch (S3Exception refused) {
                outage.answered();
                if (refused.statusCode() < 500 && refused.statusCode() != 429) {
                    throw isAnswer(refused) ? refused : unusable(refused);
                }
                if (tries == TRIES_MAX) {
                    throw unusable(refused);
                }
            } catch (SdkException silent) {
                outage.silent();
                LOG.warn("the store of objects does not answer", silent);
                throw CircuitBreaker.unavailable().causedBy(silent);
            } catch (RuntimeException | Error ours) {
                outage.answered();
                throw ours;
            }
            LockSupport.parkNanos(BETWEEN_TRIES.toNanos() << tries);
        }
    }

    /** Whether a refusal is about an object, and not about the bucket. */
    private static boolean isAnswer(S3Exception refused) {
        boolean absent = refused.statusCode() == 404
                && !"NoSuchBucket".equals(refused.awsErrorDetails().errorCode());
        return absent || refused.statusCode() == 416;
    }

    static Failure unusable(S3Exception refused) {
        LOG.warn("the store of objects refused: {}", refused.getMessage());
        return CircuitBreaker.unavailable().causedBy(refused);
    }
}
