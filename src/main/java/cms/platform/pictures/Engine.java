package cms.platform.pictures;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The library that decodes and encodes pictures, as a worker reports it when it is ready.
 *
 * @param name {@code libvips} or {@code ImageIO}
 * @param avif whether it reads and writes AVIF
 * @param animation whether it keeps the frames of an animation; else only the first frame is kept
 * @param megapixelsMax largest source that it decodes
 * @param confinement how the worker is confined, or why it is not
 */
public record Engine(
        String name, String version, boolean avif, boolean animation, int megapixelsMax, String confinement) {
    /** The command that installs the better engine. */
    private static final String INSTALL = "apt-get install libvips42 (macOS: brew install vips)";

    public static final String VIPS = "libvips";
    public static final String IMAGE_IO = "ImageIO";

    /** Largest source that ImageIO decodes, in megapixels. */
    public static final int IMAGE_IO_MEGAPIXELS_MAX = 40;

    /** Whether this is libvips, the engine that is meant to be used. */
    public boolean isFull() {
        return name.equals(VIPS);
    }

    /**
     * A sentence for operators: why there is no libvips, what is missing without it, and the command that installs it.
     */
    static String lack(String why) {
        return why + ", so there is no AVIF, no animation and at most " + IMAGE_IO_MEGAPIXELS_MAX + " megapixels: "
                + INSTALL;
    }

    /** Writes it for the pipe from the worker to the service. */
    public void write(DataOutput out) throws IOException {
        out.writeUTF(name);
        out.writeUTF(version);
        out.writeBoolean(avif);
        out.writeBoolean(animation);
        out.writeInt(megapixelsMax);
        out.writeUTF(confinement);
    }

    static Engine read(DataInput in) throws IOException {
        return new Engine(in.readUTF(), in.readUTF(), in.readBoolean(), in.readBoolean(), in.readInt(), in.readUTF());
    }
}
