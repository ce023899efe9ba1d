package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.DeflaterOutputStream;

/** S11: trees that are deep or name one folder again and again, names of Git itself, and packs that unpack to much. */
final class TreesAndPacks implements Attack {
    private static final int DEEP = 3_000;
    private static final int WIDE = 10;
    private static final int BLOBS = 6;
    private static final int BLOB_BYTES = 90_000_000;

    @Override
    public String name() {
        return "trees and packs";
    }

    @Override
    public boolean isBesideOthers() {
        return true;
    }

    @Override
    public void run(Target target) throws Exception {
        GitClient clone = target.project().git();
        String blob = clone.write("some.txt", "x").git("hash-object", "-w", "some.txt");
        refused(clone, nested(clone, blob, DEEP, 1), "100 levels");
        refused(clone, nested(clone, blob, WIDE, WIDE), "more than");
        refused(clone, tree(clone, new String[] {".g\u200cit"}, "100644 ", blob), "");
        refused(clone, tree(clone, new String[] {".git::$INDEX_ALLOCATION"}, "100644 ", blob), "");
        Path zeros = clone.folder().resolve(".cms/content/blog/authors/data.json");
        for (int i = 0; i < BLOBS; i++) {
            byte[] bytes = new byte[BLOB_BYTES + i];
            Target.write(zeros, bytes);
            clone.commit("zeros " + i);
        }
        clone.attempt("push", "origin", "HEAD"); // Refused or stored: all that matters is who else waits.
    }

    private static void refused(GitClient clone, String tree, String why) {
        String commit = clone.git("commit-tree", "-m", "bomb", tree);
        GitClient.Ended push = clone.attempt("push", "origin", commit + ":refs/heads/bomb");
        assertThat(push.code()).as(push.output()).isNotZero();
        assertThat(push.output()).contains(why);
    }

    private static String nested(GitClient clone, String blob, int levels, int names) {
        String[] all = new String[names];
        for (int i = 0; i < names; i++) {
            all[i] = "n" + i;
        }
        String inner = blob;
        for (int level = 0; level < levels; level++) {
            inner = tree(clone, all, level == 0 ? "100644 " : "40000 ", inner);
        }
        return inner;
    }

    /** Written as Git writes an object: a process for each of three thousand trees takes longer than the attack. */
    private static String tree(GitClient clone, String[] names, String mode, String entry) {
        ByteArrayOutputStream entries = new ByteArrayOutputStream();
        for (String name : names) {
            entries.writeBytes((mode + name + "\0").getBytes(StandardCharsets.UTF_8));
            entries.writeBytes(HexFormat.of().parseHex(entry));
        }
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        object.writeBytes(("tree " + entries.size() + "\0").getBytes(StandardCharsets.UTF_8));
        object.writeBytes(entries.toByteArray());
        try {
            String id =
                    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(object.toByteArray()));
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            try (DeflaterOutputStream deflated = new DeflaterOutputStream(file)) {
                object.writeTo(deflated);
            }
            String place = ".git/objects/" + id.substring(0, 2) + "/" + id.substring(2);
            Target.write(clone.folder().resolve(place), file.toByteArray());
            return id;
        } catch (IOException | NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
