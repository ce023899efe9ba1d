package cms.testing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A form with a file, as browsers send it. */
public final class Form {
    /** A document without pages, which nothing has to draw. */
    public static final byte[] PDF = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF"
            .getBytes(StandardCharsets.US_ASCII);

    private static final String BOUNDARY = "boundary-of-tests";

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    /** Begins with a file in the part {@code file}. */
    public static Form of(String fileName, byte[] content) {
        return new Form().with(fileName, content);
    }

    /** Another file in a part of that name. */
    public Form with(String fileName, byte[] content) {
        part("name=\"file\"; filename=\"" + fileName + "\"\r\nContent-Type: application/octet-stream", content);
        return this;
    }

    public Form with(String name, String value) {
        part("name=\"" + name + "\"", value.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    public Reply post(Http http, String path) {
        body.writeBytes(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return http.sendBytes("POST", path, "multipart/form-data; boundary=" + BOUNDARY, body.toByteArray());
    }

    private void part(String head, byte[] content) {
        body.writeBytes(("--" + BOUNDARY + "\r\nContent-Disposition: form-data; " + head + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(content);
        body.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
    }
}
