import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Prints how many KiB the entries of a jar take, packed, whose names begin with one of some words. Called by {@code bench/agent.sh}. */
public final class JarShare {
    private JarShare() {}

    public static void main(String[] arguments) throws Exception {
        long bytes = 0;
        try (JarFile jar = new JarFile(arguments[0])) {
            for (JarEntry entry : jar.stream().toList()) {
                for (int i = 1; i < arguments.length; i++) {
                    bytes += entry.getName().startsWith(arguments[i]) ? entry.getCompressedSize() : 0;
                }
            }
        }
        System.out.println(bytes / 1024);
    }
}
