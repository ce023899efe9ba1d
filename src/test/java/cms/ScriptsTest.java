package cms;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code ./cms} and {@code .ci/run} do with a build that fails or is stopped; Maven and Java are stand-ins. */
class ScriptsTest {
    /** Does what a build does, as a process that has a process of its own, and never ends. */
    private static final String ENDLESS = "mkdir -p target/classes; sleep 1000 & echo $! >endless; wait";

    @TempDir
    private Path project;

    @BeforeEach
    void copyScripts() throws IOException {
        for (String script : new String[] {"cms", "bin/jdk.sh", "bin/heap.sh", ".ci/run"}) {
            script(script, Files.readString(Path.of(script)));
        }
        script("jdk/bin/javac", "");
        script("jdk/bin/java", "echo \"served $*\"");
        write("jdk/release", "JAVA_VERSION=\"25\"\n");
        write("src/main/source", "");
        write(".mvn/version", "");
    }

    @Test
    void aBuildThatFailsEndsTheStartThoughTheBuildBeforeHasLeftAJar() throws Exception {
        write(".run/build/cms.jar", "of the build before");
        script("mvnw", "exit 1");

        assertThat(ended(run("./cms"))).isNotZero();

        assertThat(said()).contains("Building").doesNotContain("served");
        assertThat(project.resolve(".run/current")).doesNotExist();
    }

    @Test
    void aBuildThatSucceedsIsServed() throws Exception {
        script("mvnw", "mkdir -p .run/build; echo new >.run/build/cms.jar");

        assertThat(ended(run("./cms", "some", "arguments"))).isZero();

        assertThat(said()).contains("served").contains("some arguments");
    }

    /**
     * Shown to fail where a build is made only of sources that are newer than the jar: going back served the later one.
     */
    @Test
    void whatWasBuiltOfOtherSourcesIsBuiltAgainHoweverOldTheyAre() throws Exception {
        script("mvnw", "mkdir -p .run/build; echo new >.run/build/cms.jar");
        assertThat(ended(run("./cms"))).isZero();
        assertThat(said()).contains("Building");
        assertThat(ended(run("./cms"))).isZero();
        assertThat(said()).doesNotContain("Building");

        Path source = write("src/main/source", "the one before");
        Files.setLastModifiedTime(source, FileTime.from(Instant.EPOCH));

        assertThat(ended(run("./cms"))).isZero();
        assertThat(said()).contains("Building");
    }

    @ParameterizedTest
    @CsvSource({"HUP, 129", "INT, 130", "TERM, 143"})
    void aSignalEndsTheBuildWithEverythingThatItHasStarted(String signal, int status) throws Exception {
        script("mvnw", ENDLESS);
        // Whoever runs the tests in the background may have signals ignored, and what it starts inherits that.
        Process service = run("env", "--default-signal=HUP,INT,TERM", "./cms");
        ProcessHandle below = started();

        send(signal, service);

        assertThat(ended(service)).isEqualTo(status);
        eventually("what the build had started ends", () -> !below.isAlive());
        assertThat(said()).doesNotContain("served");
    }

    @Test
    void theBuildServerCountsAJarThatCannotBeBuilt() throws Exception {
        script("mvnw", """
            mkdir -p target/classes target/surefire-reports
            echo '<testsuite name="a" tests="1" failures="0" errors="0" skipped="0">' >target/surefire-reports/TEST-a.xml
            """);
        script("cms", "echo no jar; exit 3");

        assertThat(ended(run(".ci/run"))).isNotZero();

        assertThat(said()).contains("no jar", "./cms does not build: failed", "1 passed, 1 failed, 0 skipped");
    }

    @Test
    void aBuildServerThatIsStoppedLeavesNothingRunning() throws Exception {
        script("mvnw", ENDLESS);
        script("cms", "sleep 1000 & echo $! >other; wait");
        Process server = run(".ci/run");
        ProcessHandle verify = started();
        ProcessHandle jar = started("other");

        send("TERM", server);

        assertThat(ended(server)).isOne();
        eventually("both have ended", () -> !verify.isAlive() && !jar.isAlive());
    }

    @Test
    void everyPartOfTheBuildSaysInItsFirstLinesWhatItDoes() throws IOException {
        try (Stream<Path> parts = Files.list(Path.of(".ci"))) {
            assertThat(parts.filter(Files::isRegularFile).filter(Files::isExecutable))
                    .isNotEmpty()
                    .allSatisfy(part -> assertThat(Files.readAllLines(part).get(1))
                            .as(part.toString())
                            .startsWith("# "));
        }
    }

    private Process run(String... command) throws IOException {
        ProcessBuilder process = new ProcessBuilder(command).directory(project.toFile());
        process.environment().clear();
        process.environment()
                .putAll(Map.of(
                        "PATH", System.getenv("PATH"),
                        "HOME", project.toString(),
                        "JAVA_HOME", project.resolve("jdk").toString()));
        return process.redirectErrorStream(true)
                .redirectOutput(project.resolve("said").toFile())
                .start();
    }

    private static void send(String signal, Process process) throws Exception {
        assertThat(ended(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start()))
                .isZero();
    }

    private static int ended(Process process) throws InterruptedException {
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private ProcessHandle started() throws IOException {
        return started("endless");
    }

    /** The process whose number a stand-in writes down. */
    private ProcessHandle started(String note) throws IOException {
        Path file = project.resolve(note);
        eventually("it has begun", () -> file.toFile().length() > 0);
        return ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).orElseThrow();
    }

    private String said() throws IOException {
        return Files.readString(project.resolve("said"));
    }

    private void script(String name, String text) throws IOException {
        Path file = write(name, text.startsWith("#!") ? text : "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path write(String name, String text) throws IOException {
        Path file = project.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
