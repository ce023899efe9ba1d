package cms.git.graph;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;

/** One tree object, parsed: items in Git's order, in which a folder sorts as if its name ended with a slash. */
public record Folder(List<Item> items) {
    public static final Folder EMPTY = new Folder(List.of());
    private static final int ID_BYTES = 20;
    private static final char MARK = '\uFFFD';

    /** One name; {@code raw} keeps the bytes of names that are not UTF-8. */
    public record Item(String name, byte[] raw, int mode, ObjectId id) implements Comparable<Item> {
        public static Item of(String name, FileMode mode, ObjectId id) {
            return new Item(name, name.getBytes(StandardCharsets.UTF_8), mode.getBits(), id);
        }

        public boolean isFolder() {
            return FileMode.TREE.equals(mode);
        }

        public boolean isFile() {
            return FileMode.REGULAR_FILE.equals(mode) || FileMode.EXECUTABLE_FILE.equals(mode);
        }

        public boolean isSame(Item other) {
            return mode == other.mode && id.equals(other.id);
        }

        public boolean isExecutable() {
            return FileMode.EXECUTABLE_FILE.equals(mode);
        }

        public boolean isLink() {
            return FileMode.SYMLINK.equals(mode);
        }

        public boolean isSubmodule() {
            return FileMode.GITLINK.equals(mode);
        }

        @Override
        public int compareTo(Item other) {
            int shorter = Math.min(raw.length, other.raw.length);
            for (int i = 0; i < shorter; i++) {
                int order = Integer.compare(raw[i] & 0xff, other.raw[i] & 0xff);
                if (order != 0) {
                    return order;
                }
            }
            return Integer.compare(after(shorter), other.after(shorter));
        }

        private int after(int index) {
            if (index < raw.length) {
                return raw[index] & 0xff;
            }
            return index == raw.length && isFolder() ? '/' : 0;
        }
    }

    public static Folder parse(byte[] tree) {
        List<Item> items = new ArrayList<>();
        int at = 0;
        while (at < tree.length) {
            int mode = 0;
            for (; tree[at] != ' '; at++) {
                mode = (mode << 3) + tree[at] - '0';
            }
            int start = ++at;
            while (tree[at] != 0) {
                at++;
            }
            byte[] raw = java.util.Arrays.copyOfRange(tree, start, at);
            items.add(new Item(decode(raw), raw, mode, ObjectId.fromRaw(tree, at + 1)));
            at += 1 + ID_BYTES;
        }
        return new Folder(items);
    }

    /** The bytes of the tree object; the items are sorted first. */
    public static byte[] format(List<Item> items) {
        items.sort(null);
        ByteArrayOutputStream out = new ByteArrayOutputStream(items.size() * 48);
        byte[] id = new byte[ID_BYTES];
        for (Item item : items) {
            out.writeBytes(Integer.toOctalString(item.mode()).getBytes(StandardCharsets.US_ASCII));
            out.write(' ');
            out.writeBytes(item.raw());
            out.write(0);
            item.id().copyRawTo(id, 0);
            out.writeBytes(id);
        }
        return out.toByteArray();
    }

    public Optional<Item> file(String name) {
        return items.stream()
                .filter(item -> !item.isFolder() && item.name().equals(name))
                .findFirst();
    }

    /** Decodes a name; one that is not UTF-8 gets a mark that no UTF-8 name of a sane repository begins with. */
    private static String decode(byte[] raw) {
        String quick = new String(raw, StandardCharsets.UTF_8);
        if (quick.indexOf(MARK) < 0) {
            return quick;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(raw))
                    .toString();
        } catch (CharacterCodingException otherCharset) {
            return MARK + new String(raw, StandardCharsets.ISO_8859_1);
        }
    }
}
