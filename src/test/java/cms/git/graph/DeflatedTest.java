package cms.git.graph;

import static org.assertj.core.api.Assertions.assertThat;

import cms.git.RealGit;
import cms.git.graph.ObjectSource.GitObject;
import cms.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.InflaterInputStream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a pack takes over from the pack before it is what deflating everything again would have said. */
@Tag("large")
class DeflatedTest {
    @TempDir
    private Path folder;

    @Test
    void every_version_of_a_file_inflates_to_itself_whatever_was_edited() throws IOException {
        long seed = Seeds.next();
        Random random = new Random(seed);
        byte[] content = text(random, 200_000);
        Deflated deflated = Deflated.of(content);
        for (int i = 0; i < 400; i++) {
            content = edited(content, random);
            deflated = deflated.next(content);
            assertThat(inflated(deflated)).as("edit %d, seed %d", i, seed).isEqualTo(content);
        }
    }

    @Test
    void an_edit_in_the_middle_leaves_the_bytes_before_and_after_it_as_they_were() {
        byte[] content = text(new Random(7), 500_000);
        byte[] edited = content.clone();
        Arrays.fill(edited, 250_000, 250_010, (byte) '#');
        byte[] before = written(Deflated.of(content));

        byte[] after = written(Deflated.of(content).next(edited));

        int alike = Arrays.mismatch(before, after);
        assertThat(alike).isBetween(before.length * 4 / 10, before.length * 6 / 10);
        int tail = before.length * 4 / 10;
        int sum = Integer.BYTES;
        assertThat(Arrays.copyOfRange(after, after.length - tail, after.length - sum))
                .isEqualTo(Arrays.copyOfRange(before, before.length - tail, before.length - sum));
    }

    @Test
    void pieces_do_not_become_ever_smaller() {
        Random random = new Random(11);
        byte[] content = text(random, 300_000);
        Deflated deflated = Deflated.of(content);
        for (int i = 0; i < 2_000; i++) {
            content = edited(content, random);
            deflated = deflated.next(content);
        }

        assertThat(written(deflated)).hasSizeLessThan(written(Deflated.of(content)).length * 12 / 10);
    }

    @Test
    void git_accepts_packs_whose_large_files_were_taken_over() throws IOException {
        Random random = new Random(13);
        RecentlyDeflated recently = new RecentlyDeflated();
        byte[] content = text(random, 120_000);
        byte[] other = text(random, 90_000);
        for (int i = 0; i < 5; i++) {
            content = edited(content, random);
            other = edited(other, random);
            byte[] small = ("small " + i).getBytes(StandardCharsets.UTF_8);
            Map<ObjectId, GitObject> objects = new LinkedHashMap<>();
            for (byte[] each : new byte[][] {content, small, other}) {
                GitObject blob = new GitObject(Constants.OBJ_BLOB, each);
                objects.put(blob.name(), blob);
            }
            NewPack pack = NewPack.of(objects, recently);
            Path file = folder.resolve(pack.name() + ".pack");
            Files.write(file, pack.pack());
            Files.write(folder.resolve(pack.name() + ".idx"), pack.index());

            assertThat(RealGit.run(folder, "verify-pack", "-v", file.toString()))
                    .contains(objects.keySet().stream().map(ObjectId::name).toArray(String[]::new));
        }
        assertThat(recently.bytes()).isLessThan(2L * (content.length + other.length));
    }

    @Test
    void the_memory_of_large_files_is_bounded() throws IOException {
        RecentlyDeflated recently = new RecentlyDeflated();
        for (int i = 0; i < 40; i++) {
            byte[] content = new byte[1 << 20];
            new Random(i).nextBytes(content);
            assertThat(inflated(recently.deflate(content))).isEqualTo(content);
        }

        assertThat(recently.bytes()).isBetween(1L, 13L << 20);
    }

    private static byte[] text(Random random, int bytes) {
        StringBuilder text = new StringBuilder(bytes + 100);
        while (text.length() < bytes) {
            text.append("  \"").append(Integer.toHexString(random.nextInt())).append("\": { \"title\": \"lorem\" },\n");
        }
        return text.substring(0, bytes).getBytes(StandardCharsets.UTF_8);
    }

    /** Replaces a stretch, often at the very beginning or end, by another that may be longer, shorter or empty. */
    private static byte[] edited(byte[] content, Random random) {
        int begin = random.nextInt(4) == 0 ? 0 : random.nextInt(content.length + 1);
        int end = random.nextInt(8) == 0 ? content.length : Math.min(content.length, begin + random.nextInt(3_000));
        int room = content.length < 150_000 ? 200_000 - content.length : 3_000;
        byte[] fresh = text(random, random.nextInt(room));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(content, 0, begin);
        out.writeBytes(fresh);
        out.write(content, end, content.length - end);
        return out.toByteArray();
    }

    private static byte[] written(Deflated deflated) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        deflated.writeTo(out);
        return out.toByteArray();
    }

    private static byte[] inflated(Deflated deflated) throws IOException {
        return new InflaterInputStream(new ByteArrayInputStream(written(deflated))).readAllBytes();
    }
}
