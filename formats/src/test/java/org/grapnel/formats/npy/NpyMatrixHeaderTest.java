package org.grapnel.formats.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyMatrixHeaderTest {
    @TempDir
    Path dir;

    private static byte[] npy(int version, String dictionary, int numberBytes) {
        return TestFiles.npy(version, dictionary, new byte[numberBytes]);
    }

    private static String dictionary(String type, String shape) {
        return "{'descr': " + type + ", 'fortran_order': False, 'shape': " + shape + ", }\n";
    }

    private AbstractThrowableAssert<?, ?> refused(String name, byte[] bytes) {
        Path file = TestFiles.bytes(dir, name, bytes);
        return assertRefused(() -> NpyFile.read(file).close()).hasMessageStartingWith(file + ": ");
    }

    @Test
    void otherFilesAreRefused() {
        refused("m.npy", "a,b\n1,2\n".getBytes(StandardCharsets.UTF_8)).hasMessageContaining("is not an .npy file");
        refused("m.npy", new byte[0]).hasMessageContaining("is not an .npy file");
        refused("m.npy", npy(4, dictionary("'<f8'", "(1, 1)"), 8)).hasMessageContaining("has .npy version 4.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"()", "(5,)", "(2, 3, 4)", "(-1, 3)", "(a, b)"})
    void onlyTwoSidesAreAMatrix(String shape) {
        refused("m.npy", npy(1, dictionary("'<f8'", shape), 40)).hasMessageContaining("has the shape " + shape);
    }

    @Test
    void unsupportedTypesAreRefused() {
        refused("m.npy", npy(1, dictionary("'|O'", "(1, 1)"), 8)).hasMessageContaining("pickled Python objects");
        refused("m.npy", npy(1, dictionary("[('a', '<f8')]", "(1, 1)"), 8)).hasMessageContaining("several fields");
        refused("m.npy", npy(1, dictionary("'<c16'", "(1, 1)"), 16))
                .hasMessageContaining("type '<c16'; supported are f8, f4, i1, i2, i4, i8, u1, u2, u4, b1");
        refused("m.npy", npy(1, "{'shape': (1, 1)}", 8)).hasMessageContaining("has no usable 'fortran_order'");
    }

    @Test
    void shapeMustFitTheFile() {
        refused("m.npy", npy(1, dictionary("'<f8'", "(2, 3)"), 40)).hasMessageContaining("the shape (2, 3) needs");
        refused("m.npy", npy(1, dictionary("'<f8'", "(2, 3)"), 56)).hasMessageContaining("the shape (2, 3) needs");
        refused("m.npy.gz", npy(1, dictionary("'<f8'", "(2, 3)"), 40)).hasMessageContaining("1 of 2 lines are present");
        refused("m.npy.gz", npy(1, dictionary("'<f8'", "(2, 3)"), 56)).hasMessageContaining("has more than the 2 × 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"m.npy", "m.npy.gz"})
    void impossibleShapeIsRefusedBeforeAllocation(String name) {
        refused(name, npy(1, dictionary("'<f8'", "(100000000, 100000000)"), 8)).hasMessageContaining("needs a file of");
        refused(name, npy(1, dictionary("'<f8'", "(99999999999999999999, 1)"), 8))
                .hasMessageContaining("a side may be at most");
        refused(name, npy(1, dictionary("'<f8'", "(1, 2147483648)"), 8)).hasMessageContaining("a side may be at most");
    }

    /** Such a shape needs no bytes of the file, but its lines would need a gigabyte. */
    @ParameterizedTest
    @CsvSource({"False, '(0, 134217728)'", "True, '(134217728, 0)'"})
    void emptyShapeIsRefusedBeforeAllocation(String fortran, String shape) {
        String head = "{'descr': '<f8', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
        Path file = TestFiles.bytes(dir, "m.npy", npy(1, head, 0));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertRefused(() -> Datasets.read(file, ReadOptions.plain()).close())
                .hasMessageStartingWith(file + ": the matrix is empty (")
                .hasMessageContaining(": the matrix is empty (");
        assertRefused(() -> Datasets.read(file, ReadOptions.plain().withFeaturesInRows())
                        .close())
                .hasMessageContaining(": the matrix is empty (");
        NpyFile.read(file).close();
        assertRefused(() -> NpyFile.readRows(file, List.of(0)).close()).hasMessageStartingWith(file + ": ");
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(16 << 20);
    }

    @Test
    void headerLengthIsBounded() {
        byte[] bytes = npy(2, dictionary("'<f8'", "(1, 1)"), 8);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 0x7FFFFFFF);
        refused("m.npy", bytes)
                .hasMessageContaining("announces a header of 2147483647 bytes; at most 65536 are allowed");
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 60000);
        refused("m.npy", bytes).hasMessageContaining("ends inside the header");
    }

    @Test
    void integerWithoutExactDoubleIsRefused() {
        for (long number : new long[] {(1L << 53) + 1, Long.MAX_VALUE}) {
            byte[] bytes = npy(1, dictionary("'<i8'", "(1, 1)"), 8);
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(bytes.length - 8, number);
            refused("m.npy", bytes).hasMessageContaining("the whole number " + number + " does not fit");
        }
    }

    @Test
    void labelsCannotBeAColumn() {
        Path file = TestFiles.bytes(dir, "m.npy", npy(1, dictionary("'<f8'", "(1, 1)"), 8));
        assertRefused(() -> Datasets.read(file, ReadOptions.plain().withLabels("kind")))
                .hasMessageContaining("has no column 'kind' for the labels, and no file has that name");
    }
}
