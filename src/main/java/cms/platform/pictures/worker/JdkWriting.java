package cms.platform.pictures.worker;

import cms.platform.pictures.PictureFormat;
import cms.platform.pictures.Recipe;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/** Writes pixels as a file without metadata. */
final class JdkWriting {
    private static final float QUALITY_MAX = 100f;

    private JdkWriting() {}

    static void write(Pixels picture, Recipe recipe, Path file) throws IOException {
        Pixels written = recipe.format() == PictureFormat.JPEG ? picture.opaque() : picture;
        BufferedImage image = new BufferedImage(
                written.width(),
                written.height(),
                written.alpha() ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB);
        image.getRaster().setDataElements(0, 0, written.width(), written.height(), written.argb());
        ImageWriter writer =
                ImageIO.getImageWritersByMIMEType(recipe.format().contentType()).next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), param(writer, recipe));
        } finally {
            writer.dispose();
        }
    }

    private static ImageWriteParam param(ImageWriter writer, Recipe recipe) {
        ImageWriteParam param = writer.getDefaultWriteParam();
        switch (recipe.format()) {
            case WEBP -> {
                param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                param.setCompressionType(recipe.lossless() ? "Lossless" : "Lossy");
                if (!recipe.lossless()) {
                    param.setCompressionQuality(recipe.quality() / QUALITY_MAX);
                }
            }
            case JPEG -> {
                param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                param.setCompressionQuality(recipe.quality() / QUALITY_MAX);
                param.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
            }
            case PNG, AVIF -> {}
        }
        return param;
    }
}
