package cms.platform.pictures;

import cms.platform.files.FileKind;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** A photo of 24 megapixels in four widths as WebP, and one alone: {@code bench/media.sh} runs it beside sharp. */
final class PicturesBench {
    private static final int[] WIDTHS = {400, 800, 1_600, 2_400};

    private PicturesBench() {}

    /** @param arguments where the photo is put, and how often each is made */
    public static void main(String[] arguments) throws IOException {
        Path photo = photo(Path.of(arguments[0]));
        int rounds = Integer.parseInt(arguments[1]);
        Path folder = Files.createTempDirectory("pictures-bench");
        try (Pictures pictures = Pictures.open(new PictureSettings(1, null), folder.resolve("work"))) {
            System.out.println(pictures.engineLine());
            List<Recipe> all = Arrays.stream(WIDTHS)
                    .mapToObj(width -> recipe(PictureFormat.WEBP, width, 80))
                    .toList();
            show("400, 800, 1600, 2400 wide as WebP", pictures, photo, all, folder, rounds);
            show("800 wide as WebP", pictures, photo, List.of(recipe(PictureFormat.WEBP, 800, 80)), folder, rounds);
            show("800 wide as JPEG", pictures, photo, List.of(recipe(PictureFormat.JPEG, 800, 80)), folder, rounds);
            if (pictures.engine().avif()) {
                show("800 wide as AVIF", pictures, photo, List.of(recipe(PictureFormat.AVIF, 800, 50)), folder, rounds);
            }
            System.out.println("worker, at most resident: "
                    + peak(pictures.workers().restingPids().getFirst()));
        }
    }

    private static void show(
            String what, Pictures pictures, Path photo, List<Recipe> recipes, Path folder, int rounds) {
        long[] millis = new long[rounds];
        long bytes = 0;
        for (int i = 0; i < rounds; i++) {
            long began = System.nanoTime();
            bytes = pictures.make("bench", Urgency.UPLOAD, photo, FileKind.JPEG, recipes, folder).stream()
                    .mapToLong(Picture::bytes)
                    .sum();
            millis[i] = (System.nanoTime() - began) / 1_000_000;
        }
        Arrays.sort(millis);
        System.out.printf("%s: median %d ms, %d bytes%n", what, millis[rounds / 2], bytes);
    }

    private static Recipe recipe(PictureFormat format, int width, int quality) {
        return new Recipe(format, Fit.INSIDE, width, 0, 0.5, 0.5, quality, false, false);
    }

    private static String peak(long pid) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith("VmHWM"))
                    .findFirst()
                    .orElse("unknown")
                    .replaceAll("\\s+", " ");
        }
    }

    /** Shapes, gradients and the noise of a sensor: about as much as a camera writes. */
    private static Path photo(Path file) throws IOException {
        if (Files.exists(file)) {
            return file;
        }
        Random random = new Random(24);
        BufferedImage picture = new BufferedImage(6_000, 4_000, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = picture.createGraphics();
        for (int i = 0; i < 4_000; i++) {
            graphics.setColor(new Color(random.nextInt(256), random.nextInt(256), random.nextInt(256), 90));
            int size = 20 + random.nextInt(600);
            graphics.fillOval(random.nextInt(6_000) - size / 2, random.nextInt(4_000) - size / 2, size, size);
        }
        graphics.dispose();
        int[] row = new int[6_000];
        for (int y = 0; y < 4_000; y++) {
            picture.getRGB(0, y, row.length, 1, row, 0, row.length);
            for (int x = 0; x < row.length; x++) {
                int noise = random.nextInt(13) - 6;
                row[x] = noisy(row[x] >> 16, noise) << 16 | noisy(row[x] >> 8, noise) << 8 | noisy(row[x], noise);
            }
            picture.setRGB(0, y, row.length, 1, row, 0, row.length);
        }
        ImageIO.write(picture, "jpeg", file.toFile());
        return file;
    }

    private static int noisy(int value, int noise) {
        return Math.clamp((value & 255) + noise, 0, 255);
    }
}
