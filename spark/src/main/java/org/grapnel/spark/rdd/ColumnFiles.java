package org.grapnel.spark.rdd;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Writes arrays of every partition, such as its columns of H, to a folder, and reads them back into the same partitions. Files hold pieces of 1 MB,
 * so that a task holds few bytes beside its partition. The driver sees no array.
 */
final class ColumnFiles {
    /** Numbers of a piece. */
    private static final int PIECE = 1 << 17;

    /** The classes of a file: an array of pieces with their numbers. */
    private static final Set<Class<?>> TYPES = Set.of(ArrayPiece.class, Object[].class, double[].class);

    private ColumnFiles() {}

    /**
     * A piece of an array.
     *
     * @param arrays number of arrays of the partition
     * @param array which of them
     * @param length its length
     * @param from position of the first number
     */
    private record ArrayPiece(int partition, int arrays, int array, int length, int from, double[] numbers)
            implements Serializable {}

    /** Writes one record per partition, whose arrays may differ in length. The folder must not exist. */
    static void write(JavaRDD<double[][]> columns, Path folder) {
        columns.mapPartitionsWithIndex((partition, own) -> pieces(partition, own.next()), true)
                .saveAsObjectFile(folder.toString());
    }

    private static Iterator<ArrayPiece> pieces(int partition, double[][] arrays) {
        return new Iterator<>() {
            private int array;
            private int from;

            @Override
            public boolean hasNext() {
                return array < arrays.length;
            }

            @Override
            public ArrayPiece next() {
                double[] all = arrays[array];
                double[] numbers = new double[Math.min(PIECE, all.length - from)];
                System.arraycopy(all, from, numbers, 0, numbers.length);
                ArrayPiece piece = new ArrayPiece(partition, arrays.length, array, all.length, from, numbers);
                from += numbers.length;
                if (from == all.length) {
                    array++;
                    from = 0;
                }
                return piece;
            }
        };
    }

    /** Reads what {@link #write} wrote for this number of partitions, lazily. */
    static JavaRDD<double[][]> read(JavaSparkContext context, Path folder, int partitions) {
        JavaRDD<ArrayPiece> pieces = context.sequenceFile(
                        folder.toString(), NullWritable.class, BytesWritable.class, partitions)
                .flatMap(stored -> parse(stored._2).iterator());
        JavaPairRDD<Integer, ArrayPiece> keyed = pieces.mapToPair(piece -> new Tuple2<>(piece.partition, piece));
        return keyed.partitionBy(new IndexPartitioner(partitions))
                .values()
                .mapPartitions(arrived -> List.<double[][]>of(assemble(arrived)).iterator(), true);
    }

    /** Reads the pieces of a record. A folder may come from elsewhere, and other classes could run code while they are read. */
    private static List<ArrayPiece> parse(BytesWritable stored) {
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(stored.getBytes(), 0, stored.getLength()))) {
            in.setObjectInputFilter(ColumnFiles::allow);
            List<ArrayPiece> pieces = new ArrayList<>();
            for (Object piece : (Object[]) in.readObject()) pieces.add((ArrayPiece) piece);
            return pieces;
        } catch (IOException | ClassNotFoundException | ClassCastException e) {
            throw new IllegalStateException("the saved columns are not numbers; remove the state folder", e);
        }
    }

    private static ObjectInputFilter.Status allow(ObjectInputFilter.FilterInfo found) {
        Class<?> type = found.serialClass();
        boolean isAllowed = (type == null || TYPES.contains(type)) && found.arrayLength() <= PIECE;
        return isAllowed ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
    }

    private static double[][] assemble(Iterator<ArrayPiece> arrived) {
        List<double[]> arrays = new ArrayList<>();
        long missing = 0;
        while (arrived.hasNext()) {
            ArrayPiece piece = arrived.next();
            while (arrays.size() < piece.arrays) arrays.add(new double[0]);
            if (arrays.get(piece.array).length != piece.length) {
                arrays.set(piece.array, new double[piece.length]);
                missing += piece.length;
            }
            System.arraycopy(piece.numbers, 0, arrays.get(piece.array), piece.from, piece.numbers.length);
            missing -= piece.numbers.length;
        }
        if (missing != 0 || arrays.isEmpty())
            throw new IllegalStateException("a part of the saved columns is missing; remove the state folder");
        return arrays.toArray(new double[0][]);
    }
}
