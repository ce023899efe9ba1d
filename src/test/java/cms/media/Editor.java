package cms.media;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.crypto.Hashes;
import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Reply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Somebody who works on assets of their own and remembers what the service has acknowledged. */
final class Editor {
    private static final int PARTS_FIRST_BYTES = 200;
    private static final String PART_TYPE = "application/offset+octet-stream";

    private final String media;
    private final Random random;
    private final Map<String, Known> assets = new TreeMap<>();
    private final AtomicReference<AssertionError> wrong = new AtomicReference<>();
    private int pictures;

    /** The asset whose fate nobody told. */
    private @Nullable String unsure;

    private @Nullable Parts parts;

    private enum Place {
        THERE,
        BIN,
        GONE
    }

    /** @param focal the x of the point that was acknowledged last, in percent */
    private record Known(Place place, String hash, int focal) {}

    /** An upload in parts that has not ended. */
    private record Parts(String path, byte[] bytes, int acknowledged) {}

    Editor(String media, int number) {
        this.media = media;
        this.random = new Random(number);
        this.pictures = number << 20;
    }

    int size() {
        return assets.size();
    }

    /** Works until the service does not answer any more. */
    void act(Http http, BooleanSupplier goesOn, AtomicInteger done) {
        try {
            while (goesOn.getAsBoolean()) {
                one(http);
                done.incrementAndGet();
            }
        } catch (AssertionError failed) {
            wrong.compareAndSet(null, failed);
        } catch (RuntimeException killed) {
            // It was killed; what it did is looked at when it is back.
        }
    }

    void requireNothingWrong() {
        if (wrong.get() != null) {
            throw wrong.get();
        }
    }

    private void one(Http http) {
        List<String> there = in(Place.THERE);
        List<String> bin = in(Place.BIN);
        if (there.isEmpty() || random.nextInt(3) == 0) {
            if (random.nextBoolean()) {
                upload(http);
            } else {
                uploadInParts(http);
            }
        } else if (!bin.isEmpty() && random.nextInt(3) == 0) {
            String id = any(bin);
            changed(id, () -> http.post(media + "/" + id + "/restore").status(), Place.THERE);
        } else if (random.nextBoolean()) {
            String id = any(there);
            boolean permanent = random.nextBoolean();
            changed(
                    id,
                    () -> http.delete(media + "/" + id + "?permanent=" + permanent)
                            .status(),
                    permanent ? Place.GONE : Place.BIN);
        } else {
            move(http, any(there));
        }
    }

    private void upload(Http http) {
        byte[] bytes = Drawn.stripes(++pictures);
        JsonNode asset = Form.of("a.png", bytes).post(http, media).is(201).json();
        assets.put(asset.get("id").asString(), new Known(Place.THERE, hash(bytes), 50));
    }

    private void uploadInParts(Http plain) {
        Http http = plain.with("Tus-Resumable", "1.0.0");
        byte[] bytes = Drawn.stripes(++pictures);
        Reply begun = http.with("Upload-Length", Integer.toString(bytes.length))
                .sendBytes("POST", media + "/uploads", null, new byte[0])
                .is(201);
        String path = begun.header("Location");
        parts = new Parts(path, bytes, 0);
        part(http, path, 0, Arrays.copyOf(bytes, PARTS_FIRST_BYTES)).is(204);
        parts = new Parts(path, bytes, PARTS_FIRST_BYTES);
        finish(http, parts);
    }

    private void finish(Http http, Parts open) {
        int from = open.acknowledged();
        Reply last = part(http, open.path(), from, Arrays.copyOfRange(open.bytes(), from, open.bytes().length))
                .is(204);
        assets.put(last.header("X-Cms-Asset-Id"), new Known(Place.THERE, hash(open.bytes()), 50));
        parts = null;
    }

    private static Reply part(Http http, String path, int from, byte[] bytes) {
        return http.with("Upload-Offset", Integer.toString(from)).sendBytes("PATCH", path, PART_TYPE, bytes);
    }

    private void move(Http http, String id) {
        int focal = random.nextInt(101);
        unsure = id;
        http.patch(media + "/" + id, Map.of("focalPoint", Map.of("x", focal / 100.0, "y", 0.5)))
                .is(200);
        assets.computeIfPresent(id, (key, known) -> new Known(known.place(), known.hash(), focal));
        unsure = null;
    }

    private void changed(String id, IntSupplier call, Place place) {
        unsure = id;
        assertThat(call.getAsInt()).as(id).isEqualTo(200);
        assets.computeIfPresent(id, (key, known) -> new Known(place, known.hash(), known.focal()));
        unsure = null;
    }

    /** Compares what is there with what was acknowledged; of what was cut off, either end is right. */
    void compare(Http http) {
        for (String id : List.copyOf(assets.keySet())) {
            Known known = assets.get(id);
            Reply shown = http.get(media + "/" + id);
            if (!id.equals(unsure)) {
                assertThat(shown.status()).as(id).isEqualTo(known.place() == Place.THERE ? 200 : 404);
            }
            if (shown.status() == 200) {
                hasItsBytes(http, shown.json());
                assertThat(shown.json().get("contentHash").asString()).isEqualTo(known.hash());
                int focal = (int) Math.round(shown.json().at("/focalPoint/x").asDouble() * 100);
                if (!id.equals(unsure)) {
                    assertThat(focal).as(id).isEqualTo(known.focal());
                }
                assets.put(id, new Known(Place.THERE, known.hash(), focal));
            } else if (id.equals(unsure)) {
                int restored = http.post(media + "/" + id + "/restore").status();
                assets.put(id, new Known(restored == 200 ? Place.THERE : Place.GONE, known.hash(), known.focal()));
            } else if (known.place() == Place.GONE) {
                http.post(media + "/" + id + "/restore").is(404);
            }
        }
        unsure = null;
        resumeUpload(http.with("Tus-Resumable", "1.0.0"));
    }

    /** Goes on where the service says that an upload in parts has got to: never before what it has acknowledged. */
    private void resumeUpload(Http http) {
        Parts open = parts;
        if (open == null) {
            return;
        }
        Reply head = http.send("HEAD", open.path(), null).is(200);
        int offset = Integer.parseInt(head.header("Upload-Offset"));
        assertThat(offset).isGreaterThanOrEqualTo(open.acknowledged());
        finish(http, new Parts(open.path(), open.bytes(), offset));
    }

    /** Looks at every asset of the project, those too of which nobody heard. */
    void everyListedAssetHasItsBytes(Http http) {
        int page = 1;
        JsonNode list;
        do {
            list = http.get(media + "?limit=100&page=" + page++).is(200).json().get("assets");
            list.forEach(asset -> hasItsBytes(http, asset));
        } while (!list.isEmpty());
    }

    private void hasItsBytes(Http http, JsonNode asset) {
        String path = media + "/" + asset.get("id").asString();
        assertThat(hash(http.get(path + "/master").is(200).body()))
                .as("the master is the upload, which had nothing to be cleaned of")
                .isEqualTo(asset.get("contentHash").asString());
        assertThat(http.get(path + "/preview").is(200).body())
                .hasSize(asset.get("size").asInt());
        asset.get("variants")
                .forEachEntry((name, variant) -> assertThat(http.get(path + "/preview?variant=" + name)
                                .is(200)
                                .body())
                        .hasSize(variant.get("size").asInt()));
    }

    private List<String> in(Place place) {
        List<String> ids = new ArrayList<>();
        assets.forEach((id, known) -> {
            if (known.place() == place) {
                ids.add(id);
            }
        });
        return ids;
    }

    private String any(List<String> ids) {
        return ids.get(random.nextInt(ids.size()));
    }

    private static String hash(byte[] bytes) {
        return HexFormat.of().formatHex(Hashes.sha256(bytes));
    }
}
