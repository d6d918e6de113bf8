package org.grapnel.formats;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SplittableRandom;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.grapnel.data.DataException;
import org.grapnel.formats.output.OutputFile;
import org.grapnel.linalg.DenseMatrix;

/** Creates files for tests. A name that ends in {@code .gz} is compressed. */
public final class TestFiles {
    private TestFiles() {}

    public static Path text(Path dir, String name, String content) {
        return bytes(dir, name, content.getBytes(StandardCharsets.UTF_8));
    }

    public static Path bytes(Path dir, String name, byte[] content) {
        Path file = dir.resolve(name);
        try (OutputStream out = OutputFile.open(file)) {
            out.write(content);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a file of {@code resources/fixtures}. */
    public static Path fixture(String name) {
        try {
            URL url = Objects.requireNonNull(TestFiles.class.getResource("/fixtures/" + name), name);
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** Builds an .npy file by hand, so that it can differ from what our writer writes. */
    public static byte[] npy(int version, String dictionary, byte[] numbers) {
        byte[] text = dictionary.getBytes(StandardCharsets.UTF_8);
        ByteBuffer file = ByteBuffer.allocate((version == 1 ? 10 : 12) + text.length + numbers.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        file.put((byte) 0x93)
                .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
                .put((byte) version)
                .put((byte) 0);
        if (version == 1) file.putShort((short) text.length);
        else file.putInt(text.length);
        return file.put(text).put(numbers).array();
    }

    /** Numbers of every size and sign, so that a lost bit shows. */
    public static DenseMatrix random(int rows, int cols, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        DenseMatrix M = DenseMatrix.zeros(rows, cols);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++)
                M.set(i, j, (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-300, 300)));
        return M;
    }

    public static AbstractThrowableAssert<?, ?> assertRefused(ThrowingCallable reading) {
        return assertThatThrownBy(reading).isInstanceOf(DataException.class);
    }
}
