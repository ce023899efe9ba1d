package cms.delivery.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.delivery.serve.Entity;
import cms.delivery.serve.Release;
import cms.platform.compute.Turn;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Readers of one release share what is made of its models. */
final class TypesOfReleasesTest {
    private static final String MODEL = """
            {"domain":"blog","fields":{"title":{"type":"string"}},"i18n":false,"kind":"collection","name":"Posts"}
            """;

    private final AtomicInteger taken = new AtomicInteger();
    private final TypesOfReleases types = new TypesOfReleases();

    private final Turn turn = new Turn() {
        @Override
        public <T> T run(Supplier<T> piece) {
            taken.incrementAndGet();
            return piece.get();
        }
    };

    @Test
    void bothFormsAreMadeOnceForARelease() {
        Release release = release();
        Entity module = types.typeScript(release, turn);
        Entity document = types.openApi(release, "p", turn);
        assertThat(taken).hasValue(2);

        assertThat(types.typeScript(release, turn)).isSameAs(module);
        assertThat(types.openApi(release, "p", turn)).isSameAs(document);
        assertThat(taken).hasValue(2);

        types.typeScript(release(), turn);
        assertThat(taken).hasValue(3);
    }

    /** Shown to fail without the budget: a release of fifteen models of two million values each ended the process. */
    @Test
    void ofModelsThatTakeTooMuchMemoryTogetherThereAreNoTypes() {
        TypesOfReleases bounded = new TypesOfReleases(14_000);
        assertThat(bounded.typeScript(release(), turn)).isNotNull();
        String many = MODEL.replace("\"kind\"", "\"x\":[" + "[],".repeat(30) + "0],\"kind\"");
        String text = MODEL.replace("Posts", "P".repeat(4_000));
        for (String model : List.of(many, text)) {
            Release large = release(model);
            assertThatThrownBy(() -> bounded.typeScript(large, turn)).hasMessageContaining("shorten them");
            assertThatThrownBy(() -> bounded.openApi(large, "p", turn))
                    .isInstanceOfSatisfying(
                            Failure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.UNPROCESSABLE));
        }
    }

    private static Release release() {
        return release(MODEL);
    }

    private static Release release(String model) {
        return new Release(
                "build",
                "cms",
                "0".repeat(40),
                Instant.EPOCH,
                Optional.empty(),
                Map.of("models/posts.json", Entity.computed(model.getBytes(StandardCharsets.UTF_8))),
                Map.of(),
                Set.of());
    }
}
