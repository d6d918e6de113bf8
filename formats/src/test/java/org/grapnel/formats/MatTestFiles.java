package org.grapnel.formats;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.Deflater;
import org.grapnel.formats.output.OutputFile;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.types.Array;
import us.hebi.matlab.mat.types.Cell;
import us.hebi.matlab.mat.types.MatFile;
import us.hebi.matlab.mat.types.MatlabType;
import us.hebi.matlab.mat.types.Matrix;
import us.hebi.matlab.mat.types.Sinks;

/** Creates MATLAB 5 files. The data are x[i, j] = i + j / 16 for sample i, feature j. */
public final class MatTestFiles {
    public static final int SAMPLES = 7;
    public static final int FEATURES = 5;

    private MatTestFiles() {}

    public static double x(int sample, int feature) {
        return sample + feature / 16.0;
    }

    public static Matrix data(int samples, int features) {
        return data(samples, features, MatlabType.Double, 1);
    }

    public static Matrix data(int samples, int features, MatlabType type, double times) {
        Matrix M = Mat5.newMatrix(samples, features, type);
        for (int i = 0; i < samples; i++) for (int j = 0; j < features; j++) M.setDouble(i, j, times * x(i, j));
        return M;
    }

    public static Matrix vector(double... entries) {
        Matrix v = Mat5.newMatrix(entries.length, 1);
        for (int i = 0; i < entries.length; i++) v.setDouble(i, entries[i]);
        return v;
    }

    public static Cell words(String... words) {
        Cell cell = Mat5.newCell(words.length, 1);
        for (int i = 0; i < words.length; i++) cell.set(i, Mat5.newString(words[i]));
        return cell;
    }

    public static MatFile with(String name, Array value) {
        return Mat5.newMatFile().addArray(name, value);
    }

    public static Path write(Path dir, String name, MatFile content) {
        return TestFiles.bytes(dir, name, bytes(content));
    }

    public static byte[] bytes(MatFile content) {
        return bytes(content, Deflater.BEST_SPEED);
    }

    /** Not compressed, so that bytes have known places. */
    public static byte[] uncompressed(MatFile content) {
        return bytes(content, Deflater.NO_COMPRESSION);
    }

    private static byte[] bytes(MatFile content, int level) {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
        try {
            Mat5.newWriter(Sinks.wrap(buffer)).setDeflateLevel(level).writeMat(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** Copies an HDF5 fixture to a folder, compressed if the name ends in {@code .gz}. */
    public static Path fixture(Path dir, String fixture, String name) {
        Path file = dir.resolve(name);
        try (OutputStream out = OutputFile.open(file)) {
            out.write(fixture(fixture));
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] fixture(String fixture) {
        try (var in = MatTestFiles.class.getResourceAsStream("/fixtures/hdf5/" + fixture)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tells whether the temporary folder has no file of ours. */
    public static boolean noTemporaryFiles() {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.noneMatch(file -> file.getFileName().toString().endsWith(".unpacked"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
