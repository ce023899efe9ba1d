package cms.platform.objects;

import cms.platform.config.Secret;
import java.net.URI;

/** A bucket of an S3-compatible store and who may use it; names of objects stand in the path, never in the host. */
public record Bucket(URI endpoint, String name, String region, Secret key, Secret secret) {}
