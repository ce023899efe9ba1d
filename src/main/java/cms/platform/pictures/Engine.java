package cms.platform.pictures;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The library that decodes and encodes pictures, as a worker reports it when it is ready.
 *
 * @param name {@code libvips} or {@code ImageIO}
 * @param avif whether it reads and writes AVIF
 * @param animation whether frames are kept; else an animation becomes its first frame
 * @param megapixelsMax of a source
 * @param confinement how the worker is kept from other files, or why it is not
 */
public record Engine(
        String name, String version, boolean avif, boolean animation, int megapixelsMax, String confinement) {
    /** The command that installs the better engine. */
    private static final String INSTALL = "apt-get install libvips42 (macOS: brew install vips)";

    public static final String VIPS = "libvips";
    public static final String IMAGE_IO = "ImageIO";

    /** What a source may have that ImageIO decodes. */
    public static final int IMAGE_IO_MEGAPIXELS_MAX = 40;

    /** Whether this is the engine that is meant to be used. */
    public boolean isFull() {
        return name.equals(VIPS);
    }

    /** What is missing without libvips, and what installs it. */
    static String lack(String why) {
        return why + ", so there is no AVIF, no animation and at most " + IMAGE_IO_MEGAPIXELS_MAX + " megapixels: "
                + INSTALL;
    }

    /** For the worker. */
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
