package org.grapnel.spark.app;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.util.SerializableConfiguration;

/**
 * One file whose parts the executors write, partition by partition, and which the driver joins: its memory does not depend on
 * the size of the file. A task that runs twice writes the same part twice.
 */
final class StreamedFile {
    private static final int BUFFER = 1 << 16;

    private StreamedFile() {}

    /** Writes the rows of one partition. */
    interface PartWriter<T> extends Serializable {
        void write(Iterator<T> rows, OutputStream out) throws IOException;
    }

    /** Writes {@code header}, followed by all partitions in order. */
    static <T> void write(JavaRDD<T> rows, HadoopRunFolder folder, String name, byte[] header, PartWriter<T> writer)
            throws IOException {
        Path target = new Path(folder.pathOf(name));
        Path parts = new Path(folder.pathOf("." + name + ".parts"));
        FileSystem files = folder.files();
        SerializableConfiguration settings = new SerializableConfiguration(folder.settings());
        String place = parts.toString();
        int count = rows.getNumPartitions();
        files.mkdirs(parts);
        rows.foreachPartition(part -> writePart(part, place, settings, writer));
        try (OutputStream out = files.create(target, true)) {
            out.write(header);
            for (int q = 0; q < count; q++)
                try (InputStream in = files.open(part(parts, q))) {
                    IOUtils.copyBytes(in, out, BUFFER, false);
                }
        }
        files.delete(parts, true);
    }

    private static Path part(Path parts, int partition) {
        return new Path(parts, "part-" + partition);
    }

    private static <T> void writePart(
            Iterator<T> rows, String place, SerializableConfiguration settings, PartWriter<T> writer)
            throws IOException {
        Path parts = new Path(place);
        FileSystem files = HadoopRunFolder.unchecked(parts.getFileSystem(settings.value()));
        TaskContext task = TaskContext.get();
        Path target = part(parts, task.partitionId());
        Path attempt = target.suffix("-" + task.taskAttemptId());
        try (OutputStream out = new BufferedOutputStream(files.create(attempt, true), BUFFER)) {
            writer.write(rows, out);
        }
        if (!files.rename(attempt, target)) {
            if (!files.exists(target)) throw new IOException("cannot rename " + attempt + " to " + target);
            files.delete(attempt, false); // another attempt has written the same bytes
        }
    }

    /** Writes rows of numbers as little-endian doubles, as in {@code .npy} files. */
    static void writeDoubles(Iterator<double[]> rows, OutputStream out) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(0);
        try {
            while (rows.hasNext()) {
                double[] row = rows.next();
                int length = Math.multiplyExact(row.length, Double.BYTES);
                if (bytes.capacity() != length)
                    bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
                bytes.asDoubleBuffer().put(row);
                out.write(bytes.array());
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
