package cms.platform.pictures.worker;

import java.awt.AlphaComposite;
import java.awt.Graphics2D;
import java.awt.color.ColorSpace;
import java.awt.color.ICC_ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorConvertOp;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A picture of ImageIO of any kind, as rows in sRGB; one row at a time, because a whole copy takes too much memory. */
final class DecodedRows implements PixelRows {
    private final BufferedImage image;
    private final BufferedImage line;
    private final @Nullable ColorConvertOp toSrgb;
    private final @Nullable WritableRaster foreign;

    DecodedRows(BufferedImage image, Optional<ICC_ColorSpace> profile) {
        this.image = image;
        this.line = new BufferedImage(
                image.getWidth(), 1, alpha() ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB);
        Optional<ICC_ColorSpace> other = profile.filter(space -> !isGrey());
        this.toSrgb = other.map(space -> new ColorConvertOp(space, ColorSpace.getInstance(ColorSpace.CS_sRGB), null))
                .orElse(null);
        this.foreign = other.map(
                        space -> Raster.createInterleavedRaster(DataBuffer.TYPE_BYTE, image.getWidth(), 1, 3, null))
                .orElse(null);
    }

    @Override
    public int width() {
        return image.getWidth();
    }

    @Override
    public int height() {
        return image.getHeight();
    }

    @Override
    public boolean alpha() {
        return image.getColorModel().hasAlpha();
    }

    @Override
    public void row(int y, int[] into) {
        if (isGrey()) {
            readGrey(y, into);
        } else if (image.getColorModel() instanceof ComponentColorModel model
                && model.getTransferType() == DataBuffer.TYPE_BYTE) {
            readDrawn(y, into);
        } else {
            image.getRGB(0, y, width(), 1, into, 0, width());
        }
        convert(into);
    }

    private boolean isGrey() {
        return !(image.getColorModel() instanceof IndexColorModel)
                && image.getColorModel().getColorSpace().getType() == ColorSpace.TYPE_GRAY;
    }

    /** Reads a row of grey, which Java would take for linear light, as no file means it. */
    private void readGrey(int y, int[] into) {
        Raster row = image.getRaster().createChild(0, y, width(), 1, 0, 0, null);
        int shift = Math.max(0, image.getColorModel().getComponentSize(0) - Byte.SIZE);
        int factor = 255
                / Math.min(255, (1 << Math.min(Byte.SIZE, image.getColorModel().getComponentSize(0))) - 1);
        for (int x = 0; x < width(); x++) {
            int value = (row.getSample(x, 0, 0) >> shift) * factor;
            int a = alpha() ? row.getSample(x, 0, 1) >> shift : 255;
            into[x] = a << 24 | value << 16 | value << 8 | value;
        }
    }

    /** Reads a row by drawing, which has fast loops for the usual kinds. */
    private void readDrawn(int y, int[] into) {
        Graphics2D graphics = line.createGraphics();
        graphics.setComposite(AlphaComposite.Src);
        graphics.drawImage(image, 0, -y, null);
        graphics.dispose();
        line.getRGB(0, 0, width(), 1, into, 0, width());
    }

    private void convert(int[] row) {
        if (toSrgb == null || foreign == null) {
            return;
        }
        byte[] bytes = new byte[width() * 3];
        for (int x = 0; x < width(); x++) {
            bytes[x * 3] = (byte) (row[x] >> 16);
            bytes[x * 3 + 1] = (byte) (row[x] >> 8);
            bytes[x * 3 + 2] = (byte) row[x];
        }
        foreign.setDataElements(0, 0, width(), 1, bytes);
        WritableRaster converted = toSrgb.filter(foreign, foreign.createCompatibleWritableRaster());
        converted.getDataElements(0, 0, width(), 1, bytes);
        for (int x = 0; x < width(); x++) {
            row[x] = row[x] & 0xff000000
                    | (bytes[x * 3] & 255) << 16
                    | (bytes[x * 3 + 1] & 255) << 8
                    | bytes[x * 3 + 2] & 255;
        }
    }
}
