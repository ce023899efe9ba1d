package cms.githost.provider;

import static org.assertj.core.api.Assertions.assertThat;

import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.git.Repositories;
import cms.git.Repository;
import cms.githost.Bot;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a repository is taken for. */
class ScanTest {
    @TempDir
    private Path folder;

    private Repositories repositories;
    private int count;

    @BeforeEach
    void open() {
        repositories = Repositories.open(folder);
    }

    @AfterEach
    void close() {
        repositories.close();
    }

    @Test
    void theFirstFrameworkOfTheOrderCounts() {
        assertThat(scan("package.json", "{\"dependencies\":{\"vue\":\"3\",\"nuxt\":\"4\"}}")
                        .stack())
                .isEqualTo(Stack.NUXT);
        assertThat(scan("package.json", "{\"dependencies\":{\"react\":\"19\"},\"devDependencies\":{\"next\":\"16\"}}")
                        .stack())
                .isEqualTo(Stack.NEXT);
        assertThat(scan("package.json", "{\"devDependencies\":{\"@sveltejs/kit\":\"2\"}}")
                        .stack())
                .isEqualTo(Stack.SVELTEKIT);
        assertThat(scan("package.json", "{\"dependencies\":{\"react\":\"19\"}}").stack())
                .isEqualTo(Stack.REACT);
        assertThat(scan("go.mod", "module x").stack()).isEqualTo(Stack.GO);
        assertThat(scan("pubspec.yaml", "name: x").stack()).isEqualTo(Stack.FLUTTER);
        assertThat(scan("README.md", "x").stack()).isEqualTo(Stack.UNKNOWN);
    }

    @Test
    void aBrokenManifestIsNoObstacle() {
        assertThat(scan("package.json", "{ not json").stack()).isEqualTo(Stack.UNKNOWN);
        assertThat(scan("package.json", "[1]").stack()).isEqualTo(Stack.UNKNOWN);
        assertThat(scan("package.json", "{\"dependencies\":[\"nuxt\"]}").stack())
                .isEqualTo(Stack.UNKNOWN);
    }

    @Test
    void languagesShowInConfigurationPackagesOrFolders() {
        assertThat(scan(".cms/config.json", "{\"locales\":{\"default\":\"en\",\"supported\":[\"en\",\"de\"]}}")
                        .hasI18n())
                .isTrue();
        assertThat(scan(".cms/config.json", "{\"locales\":{\"default\":\"en\",\"supported\":[\"en\"]}}")
                        .hasI18n())
                .isFalse();
        assertThat(scan("package.json", "{\"dependencies\":{\"vue-i18n\":\"11\"}}")
                        .hasI18n())
                .isTrue();
        assertThat(scan("locales/de.json", "{}").hasI18n()).isTrue();
        assertThat(scan(".cms/config.json", "{}").hasContentDir()).isTrue();
    }

    private Scan scan(String path, String text) {
        Repository repository = repositories.create("ada/site" + count++, "main");
        CommitId commit = repository.write(writing -> {
            ChangeSet files = ChangeSet.builder().put(path, text).build();
            CommitId first = writing.commit(writing.emptyTree(), files, List.of(), Bot.at(Instant.EPOCH), "first");
            writing.create("main", first);
            return first;
        });
        return Scan.of("main", ScannedFiles.of(repository.tree(commit)));
    }
}
