package cms.media.derivative;

import cms.media.asset.Asset;
import cms.media.bytes.BlobFiles;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.files.FileKind;
import cms.platform.http.Request;
import cms.platform.instance.Instance;
import cms.platform.limits.Limits;
import cms.platform.pictures.PictureFormat;
import cms.platform.pictures.Pictures;
import cms.platform.pictures.Recipe;
import cms.platform.pictures.Urgency;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The door of sizes that are made on request. */
public final class Derivatives {
    private final Instance instance;
    private final Pictures pictures;
    private final BlobFiles blobs;
    private final DerivativeCache cache;
    private final DerivativeMaker maker;
    private final SigningKeys keys;

    /** @param cacheBytes most bytes of derivatives that are kept */
    public Derivatives(Instance instance, Pictures pictures, SigningKeys keys, long cacheBytes) {
        this.instance = instance;
        this.pictures = pictures;
        this.blobs = new BlobFiles(instance.objects());
        this.cache = new DerivativeCache(instance.database(), instance.objects(), instance.clock(), cacheBytes);
        this.maker = new DerivativeMaker(instance, pictures, blobs, cache);
        this.keys = keys;
    }

    /**
     * Opens the size of a picture that a request asks for; makes it at the first request.
     *
     * @param path as it is delivered, from {@code media/} on
     * @param keyed whether the request has a valid delivery key
     * @throws Failure INVALID for a malformed query, FORBIDDEN for a wrong signature, RATE_LIMITED for too many new
     *     sizes of one address, UNPROCESSABLE for a picture that cannot be decoded, UNAVAILABLE when the queue is full
     */
    public Derived open(Request request, Asset asset, String path, boolean keyed) {
        boolean signed = request.asks(Signature.PARAMETER);
        if (signed) {
            Signature.require(
                    request,
                    asset.projectId(),
                    path,
                    keys.texts(asset.projectId()),
                    instance.clock().instant());
        }
        DerivativeRequest asked = DerivativeRequest.of(request, keyed || signed);
        Runnable counted = keyed || signed
                ? () -> {}
                : () -> instance.limiter()
                        .take(Limits.NEW_DERIVATIVES.rate(), request.address())
                        .orFail();
        return asked.format().isPresent()
                ? opened(maker(asset, asked, asked.format().get()), counted, false, false)
                : preferred(request, asset, asked, counted);
    }

    /**
     * The best format that the caller accepts: AVIF once it is made, WebP at once, else one that every client can show.
     */
    private Derived preferred(Request request, Asset asset, DerivativeRequest asked, Runnable counted) {
        String accepted = String.join(",", request.headers("Accept")).toLowerCase(Locale.ROOT);
        WebpTraits traits = traits(asset);
        boolean avif = accepts(accepted, PictureFormat.AVIF)
                && !traits.animated()
                && pictures.engine().avif();
        if (avif) {
            DerivativeMaker.Order best = maker(asset, asked, PictureFormat.AVIF);
            Optional<DerivativeCache.Open> here = cache.open(asset.projectId(), best.id());
            if (here.isPresent()) {
                return derived(here.get(), true, false);
            }
        }
        if (accepts(accepted, PictureFormat.WEBP)) {
            Derived now = opened(maker(asset, asked, PictureFormat.WEBP), counted, true, avif);
            if (avif) {
                maker.later(maker(asset, asked, PictureFormat.AVIF));
            }
            return now;
        }
        PictureFormat plain = traits.alpha() ? PictureFormat.PNG : PictureFormat.JPEG;
        return opened(maker(asset, asked, plain), counted, true, false);
    }

    /** Whether an {@code Accept} header names the format itself; a wildcard does not count as support. */
    private static boolean accepts(String accepted, PictureFormat format) {
        for (String range : accepted.split(",")) {
            String[] words = range.strip().split("\\s*;\\s*");
            if (words[0].equals(format.contentType())) {
                return words.length < 2 || !words[1].matches("q=0(\\.0*)?");
            }
        }
        return false;
    }

    private DerivativeMaker.Order maker(Asset asset, DerivativeRequest asked, PictureFormat format) {
        if (format == PictureFormat.AVIF && !pictures.engine().avif()) {
            throw Failure.invalid("This service makes no AVIF pictures; ask for webp or auto.");
        }
        Recipe recipe = Recipes.of(asked, format, asset.focal());
        String blob = asset.master().blob();
        Urgency urgency = format == PictureFormat.AVIF ? Urgency.SLOW : Urgency.WAITED_FOR;
        return new DerivativeMaker.Order(
                asset.workspaceId(),
                asset.projectId(),
                Recipes.id(blob, recipe),
                blob,
                FileKind.ofContentType(asset.master().contentType()),
                recipe,
                urgency);
    }

    private Derived opened(DerivativeMaker.Order order, Runnable counted, boolean byAccept, boolean passing) {
        Optional<DerivativeCache.Open> here = cache.open(order.projectId(), order.id());
        if (here.isEmpty()) {
            counted.run();
            maker.now(order);
            here = cache.open(order.projectId(), order.id());
        }
        return derived(
                here.orElseThrow(() -> Failure.unavailable("This size cannot be read now; try again.")),
                byAccept,
                passing);
    }

    private static Derived derived(DerivativeCache.Open here, boolean byAccept, boolean passing) {
        return new Derived(
                here.channel(),
                here.row().contentType(),
                here.row().size(),
                here.row().hash(),
                byAccept,
                passing);
    }

    private WebpTraits traits(Asset asset) {
        try (FileChannel bytes = blobs.open(asset.projectId(), asset.delivered().blob())
                .orElseThrow(() -> Failure.unavailable("The bytes of this asset cannot be read now; try again."))) {
            return WebpTraits.of(bytes);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Stores the times of requests and removes derivatives above the limit; a job calls it at intervals. */
    public void tidy() {
        cache.noteUses();
        cache.trim();
    }

    /** Removes the derivatives of bytes that were removed. */
    public void released(String projectId, List<String> blobs) {
        cache.released(projectId, blobs);
    }

    /** Forgets a project, in the transaction of its deletion. */
    public void forget(Tx tx, String projectId) {
        cache.forget(tx, projectId);
        keys.forget(tx, projectId);
    }

    /** Removes the bytes of a deleted project. */
    public void deleteAll(String projectId) {
        cache.deleteAll(projectId);
    }
}
