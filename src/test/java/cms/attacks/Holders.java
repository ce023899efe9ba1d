package cms.attacks;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who holds the memory that a dump of a heap shows: for every large array the shortest way to it from a root, told by
 * classes and fields; arrays with the same way are added up. The format is HPROF 1.0.2, with names of eight bytes.
 */
final class Holders {
    private static final int LARGE_BYTES = 8 << 10;
    private static final int WAYS = 25;
    private static final int BUFFER_BYTES = 1 << 20;

    private static final int TEXT = 0x01;
    private static final int LOADED_CLASS = 0x02;
    private static final int DUMP = 0x0C;
    private static final int PART_OF_DUMP = 0x1C;
    private static final int CLASS = 0x20;
    private static final int OBJECT = 0x21;
    private static final int OBJECT_ARRAY = 0x22;
    private static final int PRIMITIVE_ARRAY = 0x23;
    private static final int REFERENCE = 2;

    /**
     * By the number that the format gives to a type, from 2 on: a reference, none, boolean, char, float, double, ...
     */
    private static final int[] SIZES = {0, 0, 8, 0, 1, 2, 4, 8, 1, 2, 4, 8};

    /** What follows the name of the object, by the kind of the root. */
    private static final Map<Integer, Integer> BYTES_OF_ROOT =
            Map.of(0xFF, 0, 0x01, 8, 0x02, 8, 0x03, 8, 0x04, 4, 0x05, 0, 0x06, 4, 0x07, 0, 0x08, 8);

    private final Map<Long, String> texts = new HashMap<>();
    private final Map<Long, Long> nameOfClass = new HashMap<>();
    private final Map<Long, Shape> shapes = new HashMap<>();
    private final Set<Long> roots = new HashSet<>();
    private final Map<Long, long[]> references = new HashMap<>();
    private final Map<Long, Long> classes = new HashMap<>();
    private final Map<Long, Long> large = new HashMap<>();

    private Holders() {}

    /** The fields of a class itself, without those of what it extends. */
    private record Shape(long above, int[] types, long[] names) {}

    /** @return a line for each way, the heaviest first */
    static String of(Path dump) throws IOException {
        Holders holders = new Holders();
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(dump), BUFFER_BYTES))) {
            holders.read(in);
        }
        return holders.ways();
    }

    private void read(DataInputStream in) throws IOException {
        while (in.readByte() != 0) {
            // The name of the format ends with a zero.
        }
        in.skipNBytes(Integer.BYTES + Long.BYTES);
        while (true) {
            int kind;
            try {
                kind = in.readUnsignedByte();
            } catch (EOFException end) {
                return;
            }
            in.readInt();
            long length = Integer.toUnsignedLong(in.readInt());
            switch (kind) {
                case TEXT ->
                    texts.put(
                            in.readLong(),
                            new String(in.readNBytes((int) length - Long.BYTES), StandardCharsets.UTF_8));
                case LOADED_CLASS -> {
                    in.readInt();
                    long id = in.readLong();
                    in.readInt();
                    nameOfClass.put(id, in.readLong());
                }
                case DUMP, PART_OF_DUMP -> readObjects(in, length);
                default -> in.skipNBytes(length);
            }
        }
    }

    private void readObjects(DataInputStream in, long length) throws IOException {
        long left = length;
        while (left > 0) {
            int kind = in.readUnsignedByte();
            left -= 1
                    + switch (kind) {
                        case CLASS -> readClass(in);
                        case OBJECT -> readObject(in);
                        case OBJECT_ARRAY -> readArray(in);
                        case PRIMITIVE_ARRAY -> readPrimitives(in);
                        default -> {
                            Integer more = BYTES_OF_ROOT.get(kind);
                            if (more == null) {
                                throw new IOException("A dump has no parts of the kind " + kind + ".");
                            }
                            roots.add(in.readLong());
                            in.skipNBytes(more);
                            yield Long.BYTES + more;
                        }
                    };
        }
    }

    private long readClass(DataInputStream in) throws IOException {
        long id = in.readLong();
        in.readInt();
        long above = in.readLong();
        in.skipNBytes(5 * Long.BYTES + Integer.BYTES);
        long bytes = 7 * Long.BYTES + 2 * Integer.BYTES + 3 * Short.BYTES;
        int constants = in.readUnsignedShort();
        for (int i = 0; i < constants; i++) {
            in.readShort();
            int size = SIZES[in.readUnsignedByte()];
            in.skipNBytes(size);
            bytes += Short.BYTES + 1 + size;
        }
        List<Long> held = new ArrayList<>();
        int statics = in.readUnsignedShort();
        for (int i = 0; i < statics; i++) {
            in.readLong();
            int type = in.readUnsignedByte();
            bytes += Long.BYTES + 1 + SIZES[type];
            if (type == REFERENCE) {
                held.add(in.readLong());
            } else {
                in.skipNBytes(SIZES[type]);
            }
        }
        references.put(id, held.stream().mapToLong(Long::longValue).toArray());
        int fields = in.readUnsignedShort();
        int[] types = new int[fields];
        long[] names = new long[fields];
        for (int i = 0; i < fields; i++) {
            names[i] = in.readLong();
            types[i] = in.readUnsignedByte();
            bytes += Long.BYTES + 1;
        }
        shapes.put(id, new Shape(above, types, names));
        return bytes;
    }

    /** The fields of the class itself come first, then those of what it extends. */
    private long readObject(DataInputStream in) throws IOException {
        long id = in.readLong();
        in.readInt();
        long type = in.readLong();
        int length = in.readInt();
        classes.put(id, type);
        List<Long> held = new ArrayList<>();
        boolean weak = isWeak(type);
        int read = 0;
        for (Shape shape = shapes.get(type); shape != null; shape = shapes.get(shape.above())) {
            for (int i = 0; i < shape.types().length; i++) {
                int size = SIZES[shape.types()[i]];
                read += size;
                if (shape.types()[i] == REFERENCE) {
                    long to = in.readLong();
                    if (to != 0 && !(weak && "referent".equals(texts.get(shape.names()[i])))) {
                        held.add(to);
                    }
                } else {
                    in.skipNBytes(size);
                }
            }
        }
        in.skipNBytes(length - read);
        references.put(id, held.stream().mapToLong(Long::longValue).toArray());
        return 2L * Long.BYTES + 2 * Integer.BYTES + length;
    }

    private boolean isWeak(long type) {
        for (Shape shape = shapes.get(type); shape != null; shape = shapes.get(shape.above())) {
            if (shape.above() != 0 && name(shape.above()).matches("java/lang/ref/(Weak|Phantom|Final)Reference")) {
                return true;
            }
        }
        return name(type).matches("java/lang/ref/(Weak|Phantom|Final)Reference");
    }

    private long readArray(DataInputStream in) throws IOException {
        long id = in.readLong();
        in.readInt();
        int count = in.readInt();
        classes.put(id, in.readLong());
        long[] held = new long[count];
        for (int i = 0; i < count; i++) {
            held[i] = in.readLong();
        }
        references.put(id, held);
        if ((long) count * Integer.BYTES >= LARGE_BYTES) {
            large.put(id, (long) count * Integer.BYTES);
        }
        return 2L * Long.BYTES + 2 * Integer.BYTES + (long) count * Long.BYTES;
    }

    private long readPrimitives(DataInputStream in) throws IOException {
        long id = in.readLong();
        in.readInt();
        int count = in.readInt();
        long bytes = (long) count * SIZES[in.readUnsignedByte()];
        in.skipNBytes(bytes);
        references.put(id, new long[0]);
        if (bytes >= LARGE_BYTES) {
            large.put(id, bytes);
        }
        return Long.BYTES + 2 * Integer.BYTES + 1 + bytes;
    }

    private String ways() {
        Map<Long, Long> from = new HashMap<>();
        Deque<Long> open = new ArrayDeque<>();
        for (long root : roots) {
            if (references.containsKey(root) && from.putIfAbsent(root, 0L) == null) {
                open.add(root);
            }
        }
        while (!open.isEmpty()) {
            long one = open.remove();
            for (long to : references.get(one)) {
                if (references.containsKey(to) && from.putIfAbsent(to, one) == null) {
                    open.add(to);
                }
            }
        }
        Map<String, long[]> sums = new HashMap<>();
        large.forEach((id, bytes) -> {
            long[] sum = sums.computeIfAbsent(from.containsKey(id) ? way(id, from) : "nobody", way -> new long[2]);
            sum[0]++;
            sum[1] += bytes;
        });
        return sums.entrySet().stream()
                .sorted((one, other) -> Long.compare(other.getValue()[1], one.getValue()[1]))
                .limit(WAYS)
                .map(way -> "%,d bytes in %d: %s".formatted(way.getValue()[1], way.getValue()[0], way.getKey()))
                .collect(Collectors.joining("\n"));
    }

    private String way(long to, Map<Long, Long> from) {
        Deque<String> names = new ArrayDeque<>();
        String before = "";
        for (long at = from.get(to); at != 0; at = from.get(at)) {
            String name = shapes.containsKey(at) ? "class " + name(at) : name(classes.getOrDefault(at, 0L));
            if (!name.equals(before)) {
                names.addFirst(name);
            }
            before = name;
        }
        return String.join(" > ", names);
    }

    private String name(long type) {
        return texts.getOrDefault(nameOfClass.getOrDefault(type, 0L), "?");
    }
}
