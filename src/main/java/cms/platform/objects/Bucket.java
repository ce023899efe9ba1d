package cms.platform.objects;

import cms.platform.config.Secret;
import java.net.URI;

/** A bucket of an S3-compatible store with its credentials; keys are in the path of URLs, never in the host. */
public record Bucket(URI endpoint, String name, String region, Secret key, Secret secret) {}
