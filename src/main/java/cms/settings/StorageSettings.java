package cms.settings;

import cms.platform.config.Secret;
import cms.platform.config.SettingReader;
import cms.platform.objects.Bucket;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The places where data is stored, and the keys that seal it.
 *
 * @param data the data folder, absolute; it is made when absent
 * @param sealing the sealing keys; their current one is made in the data folder when null
 * @param databaseUrl PostgreSQL; null keeps rows in a file of the data folder
 * @param redisUrl checked, but not used: limits and signals use this process and the database (decision 181)
 * @param objects an S3-compatible bucket; null keeps objects in the data folder
 */
public record StorageSettings(
        Path data,
        Sealing sealing,
        @Nullable Secret databaseUrl,
        @Nullable Secret redisUrl,
        @Nullable Bucket objects) {
    private static final int SECRET_CHARS_MIN = 32;

    /** @param previous the earlier key, which opens data that it sealed */
    public record Sealing(
            @Nullable Secret current, @Nullable Secret previous) {}

    static StorageSettings read(SettingReader reader, Path projectFolder) {
        Secret current = reader.secret("CMS_SECRET", SECRET_CHARS_MIN);
        Secret previous = reader.secret("CMS_SECRET_PREVIOUS", SECRET_CHARS_MIN);
        return new StorageSettings(
                reader.folder(
                        "CMS_DATA",
                        projectFolder.resolve("data").toAbsolutePath().normalize()),
                new Sealing(current, previous),
                reader.postgresqlUrl("CMS_DATABASE_URL"),
                reader.serverUrl("CMS_REDIS_URL", "redis://localhost:6379", "redis", "rediss"),
                bucket(reader));
    }

    private static @Nullable Bucket bucket(SettingReader reader) {
        URI endpoint = reader.webUrl("CMS_S3_ENDPOINT");
        String name = reader.text("CMS_S3_BUCKET");
        String region = reader.text("CMS_S3_REGION");
        Secret key = reader.secret("CMS_S3_KEY");
        Secret secret = reader.secret("CMS_S3_SECRET");
        boolean complete = reader.allOrNone("CMS_S3_ENDPOINT", "CMS_S3_BUCKET", "CMS_S3_KEY", "CMS_S3_SECRET");
        if (!complete && reader.isGiven("CMS_S3_REGION")) {
            reader.problem("CMS_S3_REGION needs CMS_S3_ENDPOINT, CMS_S3_BUCKET, CMS_S3_KEY and CMS_S3_SECRET.");
        }
        return endpoint == null || name == null || key == null || secret == null
                ? null
                : new Bucket(endpoint, name, region == null ? "us-east-1" : region, key, secret);
    }
}
