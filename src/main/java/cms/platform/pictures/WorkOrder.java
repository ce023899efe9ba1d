package cms.platform.pictures;

import cms.platform.files.FileKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * An order that a worker reads from its standard input: a length of four bytes and so many bytes. Pictures are not in
 * it; they are files in the worker's folders.
 *
 * @param recipes pictures to write to {@code 0}, {@code 1} and so on in the worker's outgoing folder; an empty list
 *     asks for the blurhash
 */
public record WorkOrder(FileKind kind, List<Recipe> recipes) {
    /** The name of the source in the worker's incoming folder. */
    public static final String SOURCE = "source";

    private static final int BYTES_MAX = 65_536;

    /** Whether the order may take twice as long: AVIF, and animations. */
    boolean isSlow() {
        boolean frames = kind == FileKind.GIF || kind == FileKind.WEBP;
        return recipes.stream()
                .anyMatch(recipe -> recipe.format() == PictureFormat.AVIF || (frames && recipe.animated()));
    }

    void write(DataOutputStream to) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeUTF(kind.name());
        out.writeInt(recipes.size());
        for (Recipe recipe : recipes) {
            out.writeUTF(recipe.format().name());
            out.writeUTF(recipe.fit().name());
            out.writeInt(recipe.width());
            out.writeInt(recipe.height());
            out.writeDouble(recipe.focusX());
            out.writeDouble(recipe.focusY());
            out.writeInt(recipe.quality());
            out.writeBoolean(recipe.lossless());
            out.writeBoolean(recipe.animated());
        }
        to.writeInt(bytes.size());
        bytes.writeTo(to);
        to.flush();
    }

    /** Reads an order; called by the worker. */
    public static WorkOrder read(DataInputStream from) throws IOException {
        DataInputStream in = frame(from);
        FileKind kind = FileKind.valueOf(in.readUTF());
        int count = in.readInt();
        List<Recipe> recipes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            recipes.add(new Recipe(
                    PictureFormat.valueOf(in.readUTF()),
                    Fit.valueOf(in.readUTF()),
                    in.readInt(),
                    in.readInt(),
                    in.readDouble(),
                    in.readDouble(),
                    in.readInt(),
                    in.readBoolean(),
                    in.readBoolean()));
        }
        return new WorkOrder(kind, recipes);
    }

    /**
     * The next frame as a stream, with a bounded length, so that a compromised worker cannot make the service allocate
     * at will.
     */
    static DataInputStream frame(DataInputStream from) throws IOException {
        int length = from.readInt();
        if (length < 0 || length > BYTES_MAX) {
            throw new IOException("a frame of " + length + " bytes");
        }
        return new DataInputStream(new ByteArrayInputStream(from.readNBytes(length)));
    }
}
