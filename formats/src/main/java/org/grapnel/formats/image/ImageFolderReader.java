package org.grapnel.formats.image;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.ReadOptions.ImageSize;
import org.grapnel.formats.image.ImageFileFinder.ImageFile;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.RowBuffer;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * Reads a folder of images. Each image found by {@link ImageFileFinder} is a sample, named by its path in the folder.
 * Each pixel is a feature, named {@code y3x7} by its row and column from 0, with the level of {@link GrayscaleImage}.
 * All images must have the same size or be resized to one.
 *
 * <p>The hash of a folder is that of the text that {@code sha256sum} prints for its images in their order: one line per
 * image with the hash, two spaces and the name.
 */
public final class ImageFolderReader implements DatasetReader {
    private static final long MAX_BYTES = 1 << 28;

    /** The most bytes and pixels of a batch of images, unless it is a single image. */
    private static final long BATCH_BYTES = 1 << 26;

    private static final int MAX_THREADS = 16;

    /** None, because the format is a folder. */
    @Override
    public List<String> extensions() {
        return List.of();
    }

    @Override
    public Set<String> tableOptions() {
        return Set.of("--resize");
    }

    @Override
    public boolean supports(Path path) {
        return Files.isDirectory(path)
                && !Files.exists(path.resolve("matrix.mtx"))
                && !Files.exists(path.resolve("matrix.mtx.gz"))
                && ImageFileFinder.containsImages(path);
    }

    @Override
    public String formatName(Path path) {
        return "folder of pictures";
    }

    @Override
    public Dataset read(Path folder, ReadOptions options) {
        return read(folder, options, notice -> {});
    }

    @Override
    public Dataset read(Path folder, ReadOptions options, Consumer<String> notice) {
        if (!Files.isDirectory(folder))
            throw new DataException("%s: %s", folder, Files.exists(folder) ? "is not a folder" : "no such folder");
        String data = folder.toString();
        ImageLabels.check(options, data);
        List<ImageFile> pictures = ImageFileFinder.find(folder, options.labels(), notice);
        List<String> names = pictures.stream().map(ImageFile::name).toList();
        Optional<List<String>> labels = ImageLabels.read(options, data, names);
        List<ImageSize> sizes = new ArrayList<>();
        for (ImageFile picture : pictures) sizes.add(ImageDecoder.readSize(picture.path()));
        ImageSize size = options.resize().orElseGet(() -> common(data, pictures, sizes));
        DenseMatrix X = DenseMatrix.zeros(pixels(size), pictures.size());
        try {
            DataSource source = fill(X, data, pictures, sizes, size);
            Dataset.ImageShape shape = new Dataset.ImageShape(size.height(), size.width());
            return new Dataset(X, features(size), names, labels, source).withPicture(shape);
        } catch (RuntimeException | Error e) {
            X.close();
            throw e;
        }
    }

    @Override
    public List<String> labelCandidates(Path folder, ReadOptions options) {
        boolean inFolders = ImageFileFinder.find(folder, Optional.empty(), left -> {}).stream()
                .allMatch(picture -> picture.name().contains("/"));
        return inFolders ? List.of(ImageLabels.FOLDER) : List.of();
    }

    private static ImageSize common(String data, List<ImageFile> pictures, List<ImageSize> sizes) {
        ImageSize first = sizes.get(0);
        for (int j = 1; j < sizes.size(); j++) {
            ImageSize other = sizes.get(j);
            if (other.equals(first)) continue;
            throw new DataException(
                    "%s: %s is %d x %d (height x width) and %s is %d x %d; pictures must have the same size, use --resize"
                            + " %dx%d",
                    data,
                    pictures.get(0).name(),
                    first.height(),
                    first.width(),
                    pictures.get(j).name(),
                    other.height(),
                    other.width(),
                    Math.min(first.height(), other.height()),
                    Math.min(first.width(), other.width()));
        }
        return first;
    }

    private static int pixels(ImageSize size) {
        long pixels = (long) size.height() * size.width();
        Preconditions.require(
                pixels <= ImageDecoder.MAX_PIXELS,
                "pictures of %d x %d have too many pixels; at most %d are allowed",
                size.height(),
                size.width(),
                ImageDecoder.MAX_PIXELS);
        return (int) pixels;
    }

    private static List<String> features(ImageSize size) {
        List<String> names = new ArrayList<>(pixels(size));
        for (int y = 0; y < size.height(); y++) for (int x = 0; x < size.width(); x++) names.add("y" + y + "x" + x);
        return names;
    }

    /** Reads the files one by one; each batch is decoded by all threads and stored together. */
    private static DataSource fill(
            DenseMatrix X, String data, List<ImageFile> pictures, List<ImageSize> sizes, ImageSize size) {
        MessageDigest hash = InputFile.sha256();
        RowBuffer tile = new RowBuffer(X.rows());
        long allBytes = 0;
        int threads = Math.min(Math.min(Runtime.getRuntime().availableProcessors(), MAX_THREADS), pictures.size());
        try (ExecutionContext context = ExecutionContext.createPlainJava(threads)) {
            for (int stored = 0; stored < pictures.size(); ) {
                List<byte[]> batch = new ArrayList<>();
                List<double[]> levels = new ArrayList<>();
                long weight = 0;
                for (int j = stored; j < pictures.size() && !tile.isFull(); j++) {
                    ImageSize as = sizes.get(j);
                    weight += Math.max((long) as.height() * as.width(), sizeInBytes(pictures.get(j)));
                    if (weight > BATCH_BYTES && j > stored) break;
                    ImageBytes loaded = load(pictures.get(j));
                    hash.update((loaded.source.sha256() + "  " + pictures.get(j).name() + "\n")
                            .getBytes(StandardCharsets.UTF_8));
                    allBytes += loaded.source.bytes();
                    batch.add(loaded.bytes);
                    levels.add(tile.nextLine());
                }
                int first = stored;
                decode(context, batch, j -> {
                    String name = pictures.get(first + j).path().toString();
                    ImageDecoder.decode(name, batch.get(j), sizes.get(first + j), size, levels.get(j));
                });
                tile.storeColumns(X, stored);
                stored += batch.size();
            }
        }
        return new DataSource(data, allBytes, HexFormat.of().formatHex(hash.digest()));
    }

    private record ImageBytes(byte[] bytes, DataSource source) {}

    private static ImageBytes load(ImageFile picture) {
        return InputFile.read(picture.path(), in -> {
            byte[] bytes = in.content().readNBytes((int) MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES)
                throw new DataException("%s: has more than the allowed %d bytes", in.name(), MAX_BYTES);
            return new ImageBytes(bytes, in.source());
        });
    }

    private static long sizeInBytes(ImageFile picture) {
        return InputFile.read(picture.path(), InputFile::maxContentBytes);
    }

    /** Decodes a batch. Of several faults the one of the first image is thrown, independently of the threads. */
    private static void decode(ExecutionContext context, List<byte[]> batch, IntConsumer decoder) {
        @Nullable DataException[] faults = new DataException[batch.size()];
        context.run(batch.size(), (j, scratch) -> {
            try {
                decoder.accept(j);
            } catch (DataException e) {
                faults[j] = e;
            }
        });
        for (DataException fault : faults) if (fault != null) throw fault;
    }
}
