package cms.platform.pictures;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The result that a worker writes to its standard output, in frames like those of {@link WorkOrder}.
 *
 * @param refusal why there is no picture, for the log; empty when all were made
 * @param blurhash empty unless it was requested
 */
public record WorkResult(String refusal, List<Made> made, String blurhash) {
    /** A file in the worker's outgoing folder. */
    public record Made(int width, int height, boolean animated) {}

    public static WorkResult refused(String why) {
        return new WorkResult(why, List.of(), "");
    }

    /** Writes the result; called by the worker. */
    public void write(DataOutputStream to) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeUTF(refusal);
        out.writeInt(made.size());
        for (Made each : made) {
            out.writeInt(each.width());
            out.writeInt(each.height());
            out.writeBoolean(each.animated());
        }
        out.writeUTF(blurhash);
        to.writeInt(bytes.size());
        bytes.writeTo(to);
        to.flush();
    }

    /** @throws IOException for a malformed answer, or one with another number of pictures than requested */
    static WorkResult read(DataInputStream from, int pictures) throws IOException {
        DataInputStream in = WorkOrder.frame(from);
        String refusal = in.readUTF();
        int count = in.readInt();
        if (count != (refusal.isEmpty() ? pictures : 0)) {
            throw new IOException("an answer of " + count + " pictures");
        }
        List<Made> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            made.add(new Made(in.readInt(), in.readInt(), in.readBoolean()));
        }
        return new WorkResult(refusal, made, in.readUTF());
    }
}
