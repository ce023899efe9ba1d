package cms.platform.objects;

import cms.platform.net.WebClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Objects in a bucket of an S3-compatible store.
 *
 * <p>Large objects are transferred in parts, several at a time. While the store does not answer in time, or refuses,
 * calls fail with UNAVAILABLE and a time to retry; they succeed again as soon as it answers.
 */
public final class BucketObjects implements Objects {
    private static final Logger LOG = LoggerFactory.getLogger(BucketObjects.class);
    private static final int PART_BYTES = 8 * 1024 * 1024;
    private static final int PARTS_TOGETHER_MAX = 3;
    private static final int SLACK_BYTES = 1024 * 1024;
    private static final Duration TIMEOUT = Duration.ofSeconds(8);

    private final String bucket;
    private final S3Client client;
    private final Path scratch;
    private final FetchedFiles fetched;
    private final BucketCalls calls = new BucketCalls();

    /**
     * Makes no connection yet: the service starts even when the store is down.
     *
     * @param scratch a local folder for objects that are too large for memory; its files do not outlive the process
     */
    public BucketObjects(Bucket at, WebClient web, Path scratch) {
        this.scratch = scratch;
        this.fetched = new FetchedFiles(scratch.resolve("fetched"));
        this.bucket = at.name();
        this.client = S3Client.builder()
                .endpointOverride(at.endpoint())
                .region(Region.of(at.region()))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(
                        at.key().reveal(), at.secret().reveal())))
                .forcePathStyle(true)
                .serviceConfiguration(config -> config.chunkedEncodingEnabled(false))
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .overrideConfiguration(config -> config.retryStrategy(AwsRetryStrategy.doNotRetry()))
                .httpClient(new BucketHttp(web, TIMEOUT, PART_BYTES + SLACK_BYTES))
                .build();
    }

    /** Whether an exception was caused by an object store that does not answer for the moment. */
    public static boolean isOutage(Throwable failed) {
        return CircuitBreaker.isIn(failed);
    }

    @Override
    public void put(String key, byte[] bytes) {
        if (!ObjectKeys.isKey(key)) {
            throw new IllegalArgumentException("Not an object key: " + key);
        }
        if (bytes.length > PART_BYTES) {
            putInParts(
                    key,
                    bytes.length,
                    number -> Arrays.copyOfRange(
                            bytes, number * PART_BYTES, Math.min(bytes.length, (number + 1) * PART_BYTES)));
        } else {
            calls.call(() -> client.putObject(to -> to.bucket(bucket).key(key), RequestBody.fromBytes(bytes)));
        }
    }

    @Override
    public Optional<byte[]> get(String key) {
        if (!ObjectKeys.isKey(key)) {
            return Optional.empty();
        }
        try {
            ResponseBytes<GetObjectResponse> first = part(key, 0, null);
            long total = total(first.response());
            if (total <= PART_BYTES) {
                return Optional.of(first.asByteArray());
            }
            byte[] whole = Arrays.copyOf(first.asByteArray(), Math.toIntExact(total));
            String tag = first.response().eTag();
            AtOnce.run(IntStream.range(1, parts(total)).<Runnable>mapToObj(number -> () -> {
                byte[] part = part(key, number, tag).asByteArray();
                System.arraycopy(part, 0, whole, number * PART_BYTES, part.length);
            }));
            return Optional.of(whole);
        } catch (S3Exception refused) {
            return switch (refused.statusCode()) {
                case 404 -> Optional.empty();
                case 416 -> Optional.of(new byte[0]); // it has no first byte
                default -> throw BucketCalls.unusable(refused);
            };
        }
    }

    /** An object larger than one part is downloaded into a local file, a few parts at a time. */
    @Override
    public Optional<ByteBuffer> view(String key) {
        try (GrowingFile file = scratch()) {
            return fetch(key, file) ? Optional.of(file.view()) : Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public Optional<FileChannel> open(String key) {
        return fetched.open(key, file -> fetch(key, file));
    }

    /** Downloads an object into a file; false where there is none. */
    private boolean fetch(String key, GrowingFile file) {
        if (!ObjectKeys.isKey(key)) {
            return false;
        }
        try {
            ResponseBytes<GetObjectResponse> first = part(key, 0, null);
            file.write(0, first.asByteArray());
            String tag = first.response().eTag();
            AtOnce.run(
                    IntStream.range(1, parts(total(first.response())))
                            .<Runnable>mapToObj(number -> () -> file.write(
                                    (long) number * PART_BYTES,
                                    part(key, number, tag).asByteArray())),
                    PARTS_TOGETHER_MAX);
            return true;
        } catch (S3Exception refused) {
            return switch (refused.statusCode()) {
                case 404 -> false;
                case 416 -> true; // it has no first byte
                default -> throw BucketCalls.unusable(refused);
            };
        }
    }

    @Override
    public void copyIn(String key, Path file) {
        if (!ObjectKeys.isKey(key)) {
            throw new IllegalArgumentException("Not an object key: " + key);
        }
        try (GrowingFile whole = GrowingFile.of(file)) {
            send(key, whole);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void send(String key, GrowingFile file) throws IOException {
        long size = file.size();
        if (size > PART_BYTES) {
            putInParts(key, size, number -> file.read((long) number * PART_BYTES, PART_BYTES));
        } else {
            put(key, file.read(0, PART_BYTES));
        }
    }

    @Override
    public Incoming incoming(String key) {
        if (!ObjectKeys.isKey(key)) {
            throw new IllegalArgumentException("Not an object key: " + key);
        }
        return new Gathered(key, scratch());
    }

    /** Collects the pieces in a local file and uploads them when all are there. */
    private final class Gathered implements Incoming {
        private final String key;
        private final GrowingFile file;

        Gathered(String key, GrowingFile file) {
            this.key = key;
            this.file = file;
        }

        @Override
        public ByteBuffer append(List<ByteBuffer> pieces) {
            return file.appendToRead(pieces);
        }

        @Override
        public void finish() {
            try {
                send(key, file);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        @Override
        public void close() {
            try {
                file.close();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    private GrowingFile scratch() {
        try {
            return GrowingFile.nameless(scratch);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void delete(String key) {
        if (ObjectKeys.isKey(key)) {
            calls.call(() -> client.deleteObject(of -> of.bucket(bucket).key(key)));
            fetched.forget(key);
        }
    }

    @Override
    public void deleteAll(String prefix) {
        String key = prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix;
        if (!ObjectKeys.isKey(key)) {
            return;
        }
        List<String> below;
        do {
            below =
                    calls
                            .call(() ->
                                    client.listObjectsV2(in -> in.bucket(bucket).prefix(key + "/")))
                            .contents()
                            .stream()
                            .map(S3Object::key)
                            .toList();
            AtOnce.run(below.stream().map(one -> () -> delete(one)));
        } while (!below.isEmpty());
        delete(key);
    }

    /** Names that are not valid keys, put into the bucket by others, are left out. */
    @Override
    public void eachKey(Consumer<String> key) {
        String after = null;
        do {
            String from = after;
            ListObjectsV2Response page = calls.call(
                    () -> client.listObjectsV2(in -> in.bucket(bucket).continuationToken(from)));
            page.contents().stream()
                    .map(S3Object::key)
                    .filter(ObjectKeys::isKey)
                    .forEach(key);
            after = page.nextContinuationToken();
        } while (after != null);
    }

    private void putInParts(String key, long size, IntFunction<byte[]> part) {
        String upload = calls.call(() ->
                        client.createMultipartUpload(to -> to.bucket(bucket).key(key)))
                .uploadId();
        CompletedPart[] sent = new CompletedPart[parts(size)];
        try {
            AtOnce.run(
                    IntStream.range(0, sent.length)
                            .<Runnable>mapToObj(
                                    number -> () -> sent[number] = send(key, upload, number, part.apply(number))),
                    PARTS_TOGETHER_MAX);
            calls.call(() -> client.completeMultipartUpload(
                    to -> to.bucket(bucket).key(key).uploadId(upload).multipartUpload(all -> all.parts(sent))));
        } catch (RuntimeException failed) {
            forget(key, upload);
            throw failed;
        }
    }

    private CompletedPart send(String key, String upload, int number, byte[] part) {
        String tag = calls.call(() -> client.uploadPart(
                        to -> to.bucket(bucket).key(key).uploadId(upload).partNumber(number + 1),
                        RequestBody.fromContentProvider(
                                () -> new ByteArrayInputStream(part), part.length, "application/octet-stream")))
                .eTag();
        return CompletedPart.builder().partNumber(number + 1).eTag(tag).build();
    }

    private void forget(String key, String upload) {
        try {
            calls.call(() ->
                    client.abortMultipartUpload(of -> of.bucket(bucket).key(key).uploadId(upload)));
        } catch (RuntimeException notNow) {
            LOG.warn("the parts of an object that was not stored stay in the bucket until its own rules remove them");
        }
    }

    private ResponseBytes<GetObjectResponse> part(String key, int number, @Nullable String tag) {
        long from = (long) number * PART_BYTES;
        String range = "bytes=" + from + "-" + (from + PART_BYTES - 1);
        return calls.call(() -> client.getObjectAsBytes(
                of -> of.bucket(bucket).key(key).range(range).ifMatch(tag)));
    }

    /**
     * Size of the whole object, from {@code Content-Range: bytes 0-99/1234} for instance; a store may also send all of
     * it.
     */
    private static long total(GetObjectResponse part) {
        String range = part.contentRange();
        return range == null ? part.contentLength() : Long.parseLong(range.substring(range.lastIndexOf('/') + 1));
    }

    private static int parts(long bytes) {
        return Math.toIntExact((bytes + PART_BYTES - 1) / PART_BYTES);
    }
}
