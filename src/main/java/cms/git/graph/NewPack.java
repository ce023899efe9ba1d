package cms.git.graph;

import cms.git.graph.ObjectSource.GitObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.eclipse.jgit.internal.storage.file.BasePackIndexWriter;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.transport.PackedObjectInfo;

/**
 * A pack and its index in memory, made of whole objects: what a large batch writes instead of a file for each object.
 */
public record NewPack(String name, byte[] pack, byte[] index) {
    private static final int VERSION = 2;
    private static final byte[] MAGIC = {'P', 'A', 'C', 'K'};
    private static final int BUFFER_BYTES = 16 << 10;

    public static NewPack of(Map<ObjectId, GitObject> objects) throws IOException {
        return of(objects, new RecentlyDeflated());
    }

    /**
     * A pack of objects, made with less work where an object is the next version of one that was packed with the same
     * {@code recently}.
     */
    public static NewPack of(Map<ObjectId, GitObject> objects, RecentlyDeflated recently) throws IOException {
        PackBytes out = new PackBytes();
        out.writeBytes(MAGIC);
        out.writeBytes(
                ByteBuffer.allocate(8).putInt(VERSION).putInt(objects.size()).array());
        List<PackedObjectInfo> infos = new ArrayList<>(objects.size());
        List<Map.Entry<ObjectId, GitObject>> byType = new ArrayList<>(objects.entrySet());
        byType.sort(Comparator.comparingInt(entry -> entry.getValue().type()));
        byte[] buffer = new byte[BUFFER_BYTES];
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            for (Map.Entry<ObjectId, GitObject> entry : byType) {
                PackedObjectInfo info = new PackedObjectInfo(entry.getKey());
                info.setOffset(out.size());
                info.setCRC(add(entry.getValue(), deflater, recently, buffer, out));
                infos.add(info);
            }
        } finally {
            deflater.end();
        }
        byte[] checksum = out.hash();
        Collections.sort(infos);
        ByteArrayOutputStream index = new ByteArrayOutputStream(infos.size() * 32 + 1100);
        BasePackIndexWriter.createVersion(index, VERSION).write(infos, checksum);
        return new NewPack("pack-" + HexFormat.of().formatHex(checksum), out.closed(checksum), index.toByteArray());
    }

    /** Type and size in Git's variable-length form, then the deflated content; returns the checksum of both. */
    private static int add(
            GitObject object, Deflater deflater, RecentlyDeflated recently, byte[] buffer, PackBytes out) {
        int begin = out.size();
        int size = object.bytes().length;
        int octet = object.type() << 4 | size & 0x0f;
        for (size >>>= 4; size > 0; size >>>= 7) {
            out.write(octet | 0x80);
            octet = size & 0x7f;
        }
        out.write(octet);
        if (object.bytes().length >= RecentlyDeflated.LARGE_BYTES) {
            recently.deflate(object.bytes()).writeTo(out);
        } else {
            deflater.reset();
            deflater.setInput(object.bytes());
            deflater.finish();
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
        }
        return out.checksumSince(begin);
    }

    /** The bytes of the pack so far; the checksum is computed in place. */
    private static final class PackBytes extends ByteArrayOutputStream {
        private PackBytes() {
            super(BUFFER_BYTES);
        }

        private int checksumSince(int begin) {
            CRC32 crc = new CRC32();
            crc.update(buf, begin, count - begin);
            return (int) crc.getValue();
        }

        /** The whole pack followed by its hash. */
        private byte[] closed(byte[] hash) {
            writeBytes(hash);
            return toByteArray();
        }

        private byte[] hash() {
            try {
                MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
                sha1.update(buf, 0, count);
                return sha1.digest();
            } catch (NoSuchAlgorithmException missing) {
                throw new IllegalStateException("Every Java runtime has SHA-1", missing);
            }
        }
    }
}
