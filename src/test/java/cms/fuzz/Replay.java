package cms.fuzz;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Gives every input that the fuzzer has kept to its target once more, without the fuzzer, whose hooks allocate more
 * than the readers do: what {@link Allocation} promises holds for each. Arguments: the class of the target, then
 * folders.
 */
public final class Replay {
    private Replay() {}

    public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
        var target = Class.forName(arguments[0]).getMethod("fuzzerTestOneInput", byte[].class);
        int inputs = 0;
        for (int folder = 1; folder < arguments.length; folder++) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(arguments[folder]))) {
                for (Path file : files) {
                    target.invoke(null, (Object) Files.readAllBytes(file));
                    inputs++;
                }
            }
        }
        System.out.println(inputs);
    }
}
