package org.grapnel.spark.rdd;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.Path;
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
        JavaRDD<ArrayPiece> pieces = context.objectFile(folder.toString(), partitions);
        JavaPairRDD<Integer, ArrayPiece> keyed = pieces.mapToPair(piece -> new Tuple2<>(piece.partition, piece));
        return keyed.partitionBy(new IndexPartitioner(partitions))
                .values()
                .mapPartitions(arrived -> List.<double[][]>of(assemble(arrived)).iterator(), true);
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
