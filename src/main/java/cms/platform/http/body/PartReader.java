package cms.platform.http.body;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/** Parses a multipart body while it arrives. */
public final class PartReader {
    private static final int CHUNK_BYTES = 16 * 1024;
    private static final int PARTS_MAX = 50;

    /** Largest header of a part, enough for any file name; names are cut where they are stored. */
    private static final int PART_HEADER_BYTES_MAX = 16 * 1024;

    private final String boundary;
    private final RequestBody body;
    private final long partBytesMax;
    private final boolean cuts;
    private final List<Part> parts = new ArrayList<>();
    private @Nullable Spool content;
    private @Nullable Throwable broken;
    private boolean isCut;
    private boolean complete;

    /**
     * One part as it came.
     *
     * @param isCut whether its end was dropped
     */
    public record Part(String name, @Nullable String fileName, Spool content, boolean isCut) {}

    /**
     * @param body provides spools for the parts
     * @param cuts whether too long a part loses its end instead of ending the request
     */
    public PartReader(String boundary, RequestBody body, long partBytesMax, boolean cuts) {
        this.boundary = boundary;
        this.body = body;
        this.partBytesMax = partBytesMax;
        this.cuts = cuts;
    }

    /** @throws Failure INVALID for a malformed body, TOO_LARGE for too long a part that is not cut */
    public List<Part> read(InputStream in) {
        MultiPart.Parser parser = new MultiPart.Parser(boundary, new PartsListener());
        parser.setMaxParts(PARTS_MAX);
        parser.setPartHeadersMaxLength(PART_HEADER_BYTES_MAX);
        PartHeads heads = new PartHeads(boundary);
        byte[] chunk = new byte[CHUNK_BYTES];
        try (in) {
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                heads.clean(chunk, count);
                parser.parse(Content.Chunk.from(ByteBuffer.wrap(chunk, 0, count), false));
                throwBroken();
            }
            parser.parse(Content.Chunk.EOF);
        } catch (IOException | IllegalArgumentException | IllegalStateException notWellFormed) {
            throw malformed().causedBy(notWellFormed);
        }
        throwBroken();
        if (!complete) {
            throw malformed();
        }
        return parts;
    }

    public static Failure malformed() {
        return Failure.invalid("The multipart body is not well formed.");
    }

    /** Throws the failure of the listener, which the parser only reports to the listener before it continues. */
    private void throwBroken() {
        if (broken instanceof Failure failure) {
            throw failure;
        }
        if (broken != null) {
            throw malformed().causedBy(broken);
        }
    }

    private final class PartsListener extends MultiPart.AbstractPartsListener {
        @Override
        public void onPartBegin() {
            content = body.spool();
            isCut = false;
        }

        @Override
        public void onPartContent(Content.Chunk chunk) {
            Spool spool = content;
            if (spool == null || broken != null || isCut) {
                return;
            }
            ByteBuffer bytes = chunk.getByteBuffer();
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            try {
                if (spool.length() + copy.length > partBytesMax) {
                    if (cuts) {
                        isCut = true;
                        return;
                    }
                    throw Failure.of(
                            FailureKind.TOO_LARGE, "A part of the body is larger than " + partBytesMax + " bytes.");
                }
                spool.append(copy, 0, copy.length);
            } catch (Failure refused) {
                broken = refused;
            }
        }

        @Override
        public void onPart(String name, String fileName, HttpFields headers) {
            Spool spool = content;
            if (name == null || spool == null) {
                onFailure(malformed());
                return;
            }
            parts.add(new Part(name, fileName, spool, isCut));
        }

        @Override
        public void onComplete() {
            complete = true;
        }

        @Override
        public void onFailure(Throwable failure) {
            if (broken == null) {
                broken = failure;
            }
        }
    }
}
