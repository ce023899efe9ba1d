package cms.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/** Fetches written by hand: what is asked for is up to whoever writes them. */
public final class HostileFetch {
    private static final Pattern TIP = Pattern.compile("([0-9a-f]{40}) refs/heads/");

    private static final int PIECE_LINES = 10_000;

    private HostileFetch() {}

    /**
     * Clones the first branch of a repository, with a line of the protocol that is repeated with ever another id,
     * packed by gzip.
     *
     * @return what the service says to it
     */
    public static String fetch(Person person, String repository, String line, int times) {
        return fetch(person, repository, request -> {
            for (int i = 0; i < times; i++) {
                String id = Integer.toHexString(i);
                write(request, line + "f".repeat(40 - id.length()) + id);
            }
        });
    }

    /** The same with one name again and again, of which some kilobytes become more than a heap. */
    public static String fetchRepeating(Person person, String repository, String line, int times) {
        return fetch(person, repository, request -> {
            ByteArrayOutputStream lines = new ByteArrayOutputStream();
            for (int i = 0; i < PIECE_LINES; i++) {
                write(lines, line);
            }
            for (int i = 0; i < times / PIECE_LINES; i++) {
                lines.writeTo(request);
            }
        });
    }

    /** Fetches what came after a commit, without leave to send differences from what is there. */
    public static String since(Person person, String repository, String commit) {
        return fetch(person, repository, request -> write(request, "have " + commit));
    }

    private interface Lines {
        void writeTo(OutputStream request) throws IOException;
    }

    private static String fetch(Person person, String repository, Lines lines) {
        String credentials =
                Base64.getEncoder().encodeToString(("x:" + person.token()).getBytes(StandardCharsets.UTF_8));
        Http git = new Http(person.http().base()).with("Authorization", "Basic " + credentials);
        String path = "/git/" + repository + ".git/";
        Matcher tip = TIP.matcher(
                git.get(path + "info/refs?service=git-upload-pack").is(200).text());
        if (!tip.find()) {
            throw new AssertionError("no branch");
        }
        return git.with("Git-Protocol", "version=2")
                .with("Content-Encoding", "gzip")
                .sendBytes(
                        "POST",
                        path + "git-upload-pack",
                        "application/x-git-upload-pack-request",
                        request(tip.group(1), lines))
                .is(200)
                .text();
    }

    private static byte[] request(String tip, Lines lines) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream request = new GZIPOutputStream(packed, 1 << 16)) {
            write(request, "command=fetch");
            request.write("0001".getBytes(StandardCharsets.US_ASCII));
            write(request, "want " + tip);
            lines.writeTo(request);
            write(request, "done");
            request.write("0000".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return packed.toByteArray();
    }

    private static void write(OutputStream request, String line) throws IOException {
        String length = HexFormat.of().toHexDigits((short) (line.length() + 5));
        request.write((length + line + "\n").getBytes(StandardCharsets.US_ASCII));
    }
}
