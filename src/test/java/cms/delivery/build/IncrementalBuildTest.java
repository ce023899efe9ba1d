package cms.delivery.build;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.format.FormatLimits;
import cms.format.ModelDefinition;
import cms.git.BlobId;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.objects.AtOnce;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

class IncrementalBuildTest {
    private static final Path START = Path.of("src/test/resources/cms/delivery/site/in");
    private static final List<String> STATUSES = List.of("draft", "published", "archived", "in_review");
    private static final int EDITS = 500;

    @TempDir
    Path temporary;

    private ScratchRepository scratch;
    private Instant now = Instant.parse("2026-11-02T08:00:00Z");

    @BeforeEach
    void open() {
        scratch = new ScratchRepository(temporary);
    }

    @AfterEach
    void close() {
        scratch.close();
    }

    @Tag("large")
    @Test
    void fullAndIncrementalBuildsGiveTheSameBytes() throws Exception {
        CommitId commit = scratch.commitFolder(START);
        SiteBuilder incremental = new SiteBuilder("", Renderings.none());
        Renderings renderings = new Renderings();
        Site site = build(incremental, commit, Site.Before.nothing());
        Random random = new Random(42);
        for (int edit = 0; edit < EDITS; edit++) {
            Site.Before before = new Site.Before(site.files(), site.marks());
            commit = scratch.commit(edit(random, edit));
            now = now.plus(Duration.ofMinutes(random.nextInt(90)));
            site = build(incremental, commit, before);
            assertThat(joined(site)).as("bundles after edit %d", edit).isEqualTo(bundles(site));
            assertThat(hashes(site))
                    .as("after edit %d", edit)
                    .isEqualTo(hashes(build(new SiteBuilder("", Renderings.none()), commit, before)))
                    .isEqualTo(hashes(build(new SiteBuilder("", renderings.of("ada/site")), commit, before)));
        }
    }

    /** Shown to fail when the slug, or the repository, is left out of what a rendering is kept by. */
    @Test
    void equalBytesOfTwoDocumentsAreTwoDocuments() {
        CommitId variants = scratch.commit(ChangeSet.builder()
                .put(".cms/models/guides.json", "{ \"kind\": \"document\", \"domain\": \"blog\", \"i18n\": true }")
                .put(".cms/content/blog/guides/one/en.md", "Text")
                .put(".cms/content/blog/guides/two/en.md", "Text")
                .build());
        Renderings renderings = new Renderings();
        for (int round = 0; round < 2; round++) {
            Site site = build(new SiteBuilder("", renderings.of("ada/site")), variants, Site.Before.nothing());
            assertThat(text(site, "documents/guides/one/en.json")).contains("\"slug\":\"one\"");
            assertThat(text(site, "documents/guides/two/en.json")).contains("\"slug\":\"two\"");
            assertThat(text(site, "documents/guides/_index/en.json")).contains("\"one\"", "\"two\"");
        }
        Renderings.Of own = renderings.of("ada/site");
        DeliveredBytes body = DeliveredBytes.of(new byte[] {'a'});
        own.keep("0", "one", new Renderings.Rendered(body, new byte[] {'b'}));
        assertThat(own.find("0", "one")).map(Renderings.Rendered::body).containsSame(body);
        assertThat(renderings.of("bo/site").find("0", "one")).isEmpty();
    }

    @Test
    void whatIsKnownOfARepositoryIsForgottenWithItsProject() {
        Renderings renderings = new Renderings();
        Renderings.Of gone = renderings.of("ada/site");
        Renderings.Of other = renderings.of("bo/site");
        byte[] text =
                ("{\n  \"a\": \"" + "x".repeat(CollectionFile.BYTES_MIN) + "\"\n}\n").getBytes(StandardCharsets.UTF_8);
        ObjectNode entries = Json.object().put("a", "x".repeat(CollectionFile.BYTES_MIN));
        DeliveredBytes body = DeliveredBytes.of(text);
        CollectionFile file =
                Objects.requireNonNull(CollectionFile.of(new BlobId("0".repeat(40)), text, entries, body, entries));
        for (Renderings.Of each : List.of(gone, other)) {
            each.keep("0", "one", new Renderings.Rendered(body, new byte[] {'b'}));
            each.keep("en.json", file);
        }
        renderings.forget("ada/site");
        assertThat(gone.find("0", "one")).isEmpty();
        assertThat(gone.collection("en.json")).isNull();
        assertThat(other.find("0", "one")).isPresent();
        assertThat(other.collection("en.json")).isNotNull();
    }

    private static String text(Site site, String path) {
        return new String(site.files().get(path).bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void whatIsUnchangedIsTheVerySameObject() throws Exception {
        CommitId first = scratch.commitFolder(START);
        SiteBuilder builder = new SiteBuilder("", Renderings.none());
        Site one = build(builder, first, Site.Before.nothing());
        CommitId second = scratch.commit(ChangeSet.builder()
                .put(".cms/content/blog/articles/new/en.md", "---\ntitle: New\n---\n")
                .build());
        now = now.plusMillis(1);
        Site two = build(builder, second, new Site.Before(one.files(), one.marks()));
        List<String> different = two.files().keySet().stream()
                .filter(path -> two.files().get(path) != one.files().get(path))
                .toList();
        // posts/en holds an entry whose last instant is over by now.
        assertThat(different)
                .containsExactlyInAnyOrder(
                        "_bundle/en.json",
                        "_manifest.json",
                        "content/posts/de.json",
                        "content/posts/en.json",
                        "documents/articles/_index/de.json",
                        "documents/articles/_index/en.json",
                        "documents/articles/new/en.json",
                        "meta/posts/de.json",
                        "meta/posts/en.json",
                        "models/_index.json");
        assertThat(two.files().get("content/posts/de.json").hash())
                .isEqualTo(one.files().get("content/posts/de.json").hash());
    }

    @Test
    void aBundleNamesTheReleaseInWhichItsPathsLastChanged() throws Exception {
        CommitId first = scratch.commitFolder(START);
        SiteBuilder builder = new SiteBuilder("", Renderings.none());
        Site one = build(builder, first, Site.Before.nothing());
        now = now.plusMillis(1);
        CommitId second = scratch.commit(ChangeSet.builder()
                .put(".cms/content/site/home/en.json", "{ \"heading\": \"Changed\" }")
                .build());
        Site two = build(builder, second, new Site.Before(one.files(), one.marks()));
        assertThat(two.marks().get("en").commitSha()).isEqualTo(second.sha());
        assertThat(two.marks().get("de")).isEqualTo(one.marks().get("de"));
        assertThat(two.files().get("_bundle/de.json")).isSameAs(one.files().get("_bundle/de.json"));
    }

    @Test
    void aFileThatCannotBeReadIsNamedAndSpoilsNothingElse() throws Exception {
        scratch.commitFolder(START);
        CommitId broken = scratch.commit(ChangeSet.builder()
                .put(".cms/content/blog/posts/en.json", "{ \"a\": ")
                .put(".cms/meta/home/en.json", "[]")
                .put(".cms/models/broken.json", "nonsense")
                .put(".cms/content/blog/articles/hello/en.md", "---\ntitle: [\n---\n")
                .build());
        Site site = build(new SiteBuilder("", Renderings.none()), broken, Site.Before.nothing());
        assertThat(site.errors())
                .extracting(FileError::path)
                .containsExactlyInAnyOrder(
                        ".cms/content/blog/posts/en.json",
                        ".cms/meta/home/en.json",
                        ".cms/models/broken.json",
                        ".cms/content/blog/articles/hello/en.md");
        assertThat(site.files())
                .containsKeys("content/posts/de.json", "documents/articles/hello/de.json", "models/posts.json")
                .doesNotContainKeys(
                        "content/posts/en.json",
                        "meta/posts/en.json",
                        "content/home/en.json",
                        "documents/articles/hello/en.json",
                        "models/broken.json");
    }

    /**
     * Shown to fail without the bound: a bundle of 800 MB, from a push of some hundred kilobytes, ended the process.
     */
    @Test
    void aBundleOfTooManyBytesIsNamedAndLeftOutAndItsFilesAreThere() throws Exception {
        CommitId commit = scratch.commitFolder(START);
        Site whole = build(new SiteBuilder("", Renderings.none()), commit, Site.Before.nothing());
        long bytes = bytesIn("_bundle/de.json", whole);
        Site.Before before = new Site.Before(whole.files(), whole.marks());

        Site fits = build(
                new SiteBuilder(
                        "", new SiteBuilder.BuildLimits((int) bytes, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE)),
                commit,
                before);
        assertThat(fits.files().get("_bundle/de.json")).isSameAs(whole.files().get("_bundle/de.json"));

        Site site = build(
                new SiteBuilder(
                        "",
                        new SiteBuilder.BuildLimits((int) bytes - 1, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE)),
                commit,
                before);
        assertThat(site.errors()).extracting(FileError::path).contains("_bundle/de.json");
        assertThat(site.marks()).doesNotContainKey("de");
        assertThat(site.files()).doesNotContainKey("_bundle/de.json");
        assertThat(site.files()).containsKeys("content/posts/de.json", "documents/articles/_index/de.json");
    }

    private static long bytesIn(String bundle, Site site) {
        return Json.parse(site.files().get(bundle).bytes()).get("paths").propertyNames().stream()
                .mapToLong(path -> site.files().get(path).size())
                .sum();
    }

    /** Shown to fail without the bound: 20 MB without translation and a thousand languages were bundles of 20 GB. */
    @Test
    void bundlesBeyondTheRoomOfAllAreNamedAndAlwaysTheSame() throws Exception {
        CommitId commit = scratch.commitFolder(START);
        Site whole = build(new SiteBuilder("", Renderings.none()), commit, Site.Before.nothing());
        long room = bytesIn("_bundle/de.json", whole) + bytesIn("_bundle/en.json", whole) - 1;
        SiteBuilder builder = new SiteBuilder(
                "", new SiteBuilder.BuildLimits(Bundle.BYTES_MAX, room, Long.MAX_VALUE, Long.MAX_VALUE));
        Site one = build(builder, commit, Site.Before.nothing());
        Site again = build(builder, commit, new Site.Before(one.files(), one.marks()));
        for (Site site : List.of(one, again)) {
            assertThat(site.errors()).extracting(FileError::path).containsExactly("_bundle/de.json");
            assertThat(site.marks()).containsOnlyKeys("en");
            assertThat(site.files())
                    .containsKeys("_bundle/en.json", "content/posts/de.json")
                    .doesNotContainKey("_bundle/de.json");
        }
    }

    /**
     * Shown to fail without the bound: fifteen models of two million values each ended the process, in a build or when
     * their types were asked for.
     */
    @Test
    void modelsBeyondTheRoomOfAllAreNamedAndAlwaysTheSame() throws Exception {
        CommitId commit = scratch.commitFolder(START);
        String many = "{ \"kind\": \"singleton\", \"domain\": \"site\", \"x\": [" + "[],".repeat(5_000) + "0] }";
        CommitId bombs = scratch.commit(ChangeSet.builder()
                .put(".cms/models/bomb-1.json", many)
                .put(".cms/models/bomb-2.json", many)
                .build());
        SiteBuilder builder = new SiteBuilder(
                "", new SiteBuilder.BuildLimits(Bundle.BYTES_MAX, Long.MAX_VALUE, Long.MAX_VALUE, 1_000_000));
        Site one = build(builder, bombs, Site.Before.nothing());
        Site again = build(builder, bombs, new Site.Before(one.files(), one.marks()));
        for (Site site : List.of(one, again)) {
            assertThat(site.errors()).extracting(FileError::path).containsExactly(".cms/models/bomb-2.json");
            assertThat(site.files())
                    .containsKeys("models/bomb-1.json", "models/posts.json", "content/posts/en.json")
                    .doesNotContainKey("models/bomb-2.json");
        }

        // The first of them grows, and what is remembered of the others counts as if it were read now.
        CommitId first = scratch.commit(ChangeSet.builder()
                .put(".cms/models/a.json", many)
                .remove(".cms/models/bomb-2.json")
                .build());
        Site later = build(builder, first, new Site.Before(again.files(), again.marks()));
        assertThat(later.errors()).extracting(FileError::path).containsExactly(".cms/models/bomb-1.json");
        assertThat(later.files()).containsKeys("models/a.json", "models/posts.json");
        assertThat(build(builder, commit, Site.Before.nothing()).errors()).isEmpty();
    }

    /**
     * Shown to fail without the bound: 400,000 languages and one collection were as many files, and ended the process.
     */
    @Test
    void moreFilesThanThereIsRoomForEndTheBuildWithASentence() throws Exception {
        CommitId commit = scratch.commitFolder(START);
        CommitId many = scratch.commit(ChangeSet.builder()
                .put(".cms/config.json", "{ \"locales\": { \"default\": \"en\", \"supported\": " + locales("") + " } }")
                .put(".cms/models/none.json", "{ \"kind\": \"collection\", \"domain\": \"blog\", \"i18n\": true }")
                .build());
        SiteBuilder builder = new SiteBuilder(
                "", new SiteBuilder.BuildLimits(Bundle.BYTES_MAX, Long.MAX_VALUE, 1_000_000, 1_000_000));
        assertThat(build(builder, commit, Site.Before.nothing()).errors()).isEmpty();
        assertThatThrownBy(() -> build(builder, many, Site.Before.nothing()))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("remove languages");
    }

    /** Shown to fail without the bound: each of ten thousand documents was looked for in 400,000 languages. */
    @Test
    void ofMoreThanAThousandLanguagesTheFirstAreDeliveredAndTheOthersAreSaid() throws Exception {
        CommitId many = scratch.commit(ChangeSet.builder()
                .put(
                        ".cms/config.json",
                        "{ \"locales\": { \"default\": \"aa\", \"supported\": " + locales("", "-GB") + " } }")
                .put(".cms/models/none.json", "{ \"kind\": \"collection\", \"domain\": \"blog\", \"i18n\": true }")
                .build());
        Site site = build(new SiteBuilder("", Renderings.none()), many, Site.Before.nothing());
        assertThat(site.errors()).extracting(FileError::path).containsExactly(".cms/config.json");
        assertThat(site.files().keySet().stream().filter(path -> path.startsWith("content/none/")))
                .hasSize(1_000)
                .contains("content/none/aa.json", "content/none/zz.json", "content/none/aa-GB.json")
                .doesNotContain("content/none/zz-GB.json");
    }

    /** 676 languages with each of these endings, as JSON. */
    private static List<String> locales(String... endings) {
        List<String> locales = new ArrayList<>();
        for (String ending : endings) {
            for (int number = 0; number < 26 * 26; number++) {
                locales.add("\"" + (char) ('a' + number / 26) + (char) ('a' + number % 26) + ending + '"');
            }
        }
        return locales;
    }

    /** Shown to fail where an index is not counted, or not what is taken over of the build before. */
    @Test
    void itemsOfIndexesAreCountedAlsoWhereTheyAreTakenOver() throws Exception {
        scratch.commitFolder(START);
        SiteBuilder builder = new SiteBuilder(
                "", new SiteBuilder.BuildLimits(Bundle.BYTES_MAX, Long.MAX_VALUE, 1_000_000, 1_000_000));
        String document = "---\ntitle: " + "x".repeat(300_000) + "\n---\n";
        for (String slug : List.of("one", "two", "three")) {
            CommitId next = scratch.commit(ChangeSet.builder()
                    .put(".cms/content/blog/articles/" + slug + "/en.md", document)
                    .build());
            build(builder, next, Site.Before.nothing());
        }
        CommitId fourth = scratch.commit(ChangeSet.builder()
                .put(".cms/content/blog/articles/four/en.md", document)
                .build());
        assertThatThrownBy(() -> build(builder, fourth, Site.Before.nothing()))
                .hasMessageContaining("shorten front matter");
    }

    /** Shown to fail without the lock: the largest files of four builds at once were more than the heap. */
    @Test
    void oneLargeFileIsReadAtATime() throws Exception {
        String text = "x".repeat(FormatLimits.LARGE_FILE_BYTES);
        CommitId large = scratch.commit(ChangeSet.builder()
                .put(".cms/models/texts.json", "{ \"kind\": \"collection\", \"domain\": \"blog\", \"i18n\": false }")
                .put(".cms/content/blog/texts/data.json", "{ \"a\": { \"text\": \"" + text + "\" } }")
                .put(".cms/meta/texts/data.json", "{ \"a\": { \"status\": \"published\" } }")
                .build());
        AtomicInteger reading = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        BodySink sink = (path, body) -> {
            if (path.equals("content/texts/data.json")) {
                reading.incrementAndGet();
                eventually(
                        "the other build comes, has to wait, or was first",
                        () -> reading.get() > 1 || done.get() > 0 || EntriesBuild.ONE_LARGE.hasQueuedThreads());
                most.accumulateAndGet(reading.get(), Math::max);
                done.incrementAndGet();
                reading.decrementAndGet();
            }
            return body;
        };
        var input = new SiteBuilder.Input(
                scratch.repository().tree(large), large.sha(), "main", now, Site.Before.nothing(), sink);
        Runnable build = () -> new SiteBuilder("", Renderings.none()).build(input, (model, number, total) -> {});
        AtOnce.run(Stream.of(build, build), 2);
        assertThat(done).hasValue(2);
        assertThat(most).hasValue(1);
    }

    /** Shown to fail before: every member of every model was held between builds. */
    @Test
    void ofAModelOnlyWhatABuildNeedsIsHeld() {
        ObjectNode members =
                Json.object().put("name", "Posts").put("kind", "document").put("i18n", true);
        members.put("domain", "blog").put("content_path", "docs/posts");
        members.putObject("fields").putObject("title").put("type", "string");
        members.putArray("x").addArray();
        ModelDefinition whole = ModelDefinition.parse("posts", members);
        ModelDefinition held = whole.withoutFields();
        assertThat(held.raw().propertyNames()).containsExactlyInAnyOrder("name", "domain", "i18n");
        assertThat(held.fields()).isEmpty();
        assertThat(List.of(held.name(), held.kind(), held.i18n(), held.domain(), held.contentPath()))
                .isEqualTo(List.of(whole.name(), whole.kind(), whole.i18n(), whole.domain(), whole.contentPath()));
    }

    /** Shown to fail before: at the draft's instant a release was made in which nothing was new. */
    @Test
    void aDraftWaitsForNoInstant() throws Exception {
        scratch.commitFolder(START);
        String meta = "{ \"status\": \"draft\", \"publish_at\": \"2026-11-02T08:00:01Z\" }";
        CommitId draft = scratch.commit(ChangeSet.builder()
                .put(".cms/meta/home/en.json", meta)
                .put(".cms/meta/articles/hello/en.json", meta)
                .put(".cms/meta/posts/en.json", "{ \"coming\": " + meta + " }")
                .put(".cms/meta/posts/de.json", "{}")
                .build());
        now = Instant.parse("2026-11-02T08:00:00Z");
        assertThat(build(new SiteBuilder("", Renderings.none()), draft, Site.Before.nothing())
                        .nextChange())
                .contains(Instant.parse("2026-11-02T09:30:00Z"));
    }

    @Test
    void aRepositoryWithoutContentDeliversItsManifest() {
        CommitId empty =
                scratch.commit(ChangeSet.builder().put("README.md", "hello").build());
        assertThat(build(new SiteBuilder("", Renderings.none()), empty, Site.Before.nothing())
                        .files())
                .containsOnlyKeys("_manifest.json", "models/_index.json");
    }

    private Site build(SiteBuilder builder, CommitId commit, Site.Before before) {
        var input = new SiteBuilder.Input(
                scratch.repository().tree(commit), commit.sha(), "main", now, before, BodySink.none());
        return builder.build(input, (model, number, total) -> {});
    }

    private static Map<String, String> hashes(Site site) {
        Map<String, String> hashes = new TreeMap<>();
        site.files().forEach((path, body) -> hashes.put(path, body.hash()));
        return hashes;
    }

    /** The bundles as they are made out of the other files. */
    private static Map<String, String> joined(Site site) {
        Map<String, DeliveredBytes> others = new TreeMap<>(site.files());
        others.keySet().removeIf(path -> path.startsWith("_bundle/"));
        Map<String, String> joined = new TreeMap<>();
        Bundle.among(site.marks(), others)
                .forEach((path, bundle) -> joined.put(path, utf8(bundle.body("another name"))));
        return joined;
    }

    private static Map<String, String> bundles(Site site) {
        Map<String, String> bundles = new TreeMap<>();
        site.files().forEach((path, body) -> {
            if (path.startsWith("_bundle/")) {
                bundles.put(path, utf8(body));
            }
        });
        return bundles;
    }

    private static String utf8(DeliveredBytes body) {
        return new String(body.bytes(), StandardCharsets.UTF_8);
    }

    private ChangeSet edit(Random random, int number) {
        String locale = random.nextBoolean() ? "en" : "de";
        String slug = "doc-" + random.nextInt(12);
        String status = STATUSES.get(random.nextInt(STATUSES.size()));
        String until = now.plus(Duration.ofMinutes(random.nextInt(240))).toString();
        ChangeSet.Builder changes = ChangeSet.builder();
        switch (random.nextInt(8)) {
            case 0 ->
                changes.put(
                        ".cms/content/blog/posts/" + locale + ".json", "{ \"e\": { \"title\": \"" + number + "\" } }");
            case 1 ->
                changes.put(
                        ".cms/meta/posts/" + locale + ".json",
                        "{ \"e\": { \"status\": \"" + status + "\", \"expire_at\": \"" + until + "\" } }");
            case 2 -> changes.put(".cms/content/blog/articles/" + slug + "/" + locale + ".md", "Text " + number);
            case 3 ->
                changes.put(
                        ".cms/meta/articles/" + slug + "/" + locale + ".json",
                        "{ \"status\": \"" + status + "\", \"publish_at\": \"" + until + "\" }");
            case 4 -> changes.remove(".cms/content/blog/articles/" + slug + "/" + locale + ".md");
            case 5 -> changes.put("docs/pages/" + slug + ".md", "Page " + number);
            case 6 ->
                changes.put(
                        ".cms/models/home.json",
                        "{ \"kind\": \"singleton\", \"domain\": \"site\", \"i18n\": " + random.nextBoolean() + " }");
            default ->
                changes.put(
                        ".cms/config.json",
                        "{ \"version\": 1, \"workflow\": \"auto-merge\", \"locales\": { \"default\": \"" + locale
                                + "\", \"supported\": [\"en\", \"de\"] } }");
        }
        return changes.build();
    }
}
