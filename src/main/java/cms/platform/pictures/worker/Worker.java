package cms.platform.pictures.worker;

import cms.platform.pictures.Engine;
import cms.platform.pictures.WorkOrder;
import cms.platform.pictures.WorkResult;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads orders from standard input until it ends. Its working folder has {@code in} and {@code out}. */
public final class Worker {
    private static final Path IN = Path.of("in").toAbsolutePath();
    private static final Path OUT = Path.of("out").toAbsolutePath();

    private final DataInputStream in =
            new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
    private final DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));

    private Worker() {}

    /**
     * @param arguments the path of libvips, empty for ImageIO; whether libvips writes AVIF, empty when it is not known;
     *     {@link Confinement#DONE} when the process is confined already
     */
    public static void main(String[] arguments) throws IOException {
        // What a library prints must not get between the frames.
        System.setOut(System.err);
        String confinement = arguments.length > 2 ? arguments[2] : Confinement.enter(arguments[0], IN, OUT);
        Optional<Boolean> avif =
                Optional.of(arguments[1]).filter(text -> !text.isEmpty()).map(Boolean::valueOf);
        new Worker().run(arguments[0], avif, confinement);
    }

    private void run(String library, Optional<Boolean> avif, String confinement) throws IOException {
        PictureEngine studio;
        try {
            studio = library.isEmpty() ? new JdkStudio() : new VipsStudio(new Vips(Path.of(library)), avif);
            greet("", studio.engine(confinement, OUT));
        } catch (IOException | RuntimeException | LinkageError unusable) {
            greet(String.valueOf(unusable.getMessage()), new JdkStudio().engine("", OUT));
            return;
        }
        try {
            while (true) {
                done(studio, WorkOrder.read(in)).write(out);
            }
        } catch (EOFException noMore) {
            // The service ended, or lets this process go.
        }
    }

    private void greet(String error, Engine engine) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream greeting = new DataOutputStream(bytes);
        greeting.writeUTF(error);
        engine.write(greeting);
        out.writeInt(bytes.size());
        bytes.writeTo(out);
        out.flush();
    }

    private static WorkResult done(PictureEngine studio, WorkOrder order) {
        try {
            Path source = IN.resolve(WorkOrder.SOURCE);
            if (order.recipes().isEmpty()) {
                return new WorkResult("", List.of(), Blurhash.of(studio.small(source, order.kind())));
            }
            return new WorkResult("", studio.make(source, order.kind(), order.recipes(), OUT), "");
        } catch (IOException | RuntimeException | OutOfMemoryError refused) {
            return WorkResult.refused(refused.toString());
        }
    }
}
