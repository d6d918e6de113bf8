package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.data.DataException;
import org.grapnel.spark.data.Panels;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/** Validates the edges of a user's graph, and joins their ids with the numbers of the samples. */
final class UserEdges {
    private final int[] first;
    private final Optional<JavaPairRDD<Object, Integer>> numbers;

    /** An edge as given, and the numbers of its ends, which are −1 until known. */
    private record UserEdge(Object src, Object dst, double weight, int from, int to) implements Serializable {
        UserEdge from(int number) {
            return new UserEdge(src, dst, weight, number, to);
        }

        UserEdge to(int number) {
            return new UserEdge(src, dst, weight, from, number);
        }
    }

    UserEdges(Panels X, Optional<JavaRDD<List<Object>>> ids) {
        first = X.offsets();
        int[] firsts = first;
        numbers = ids.map(all -> all.mapPartitionsWithIndex((part, list) -> numberIds(list.next(), firsts[part]), true)
                .mapToPair(pair -> pair));
        if (numbers.isPresent()) checkDistinct(numbers.get());
    }

    private static Iterator<Tuple2<Object, Integer>> numberIds(List<Object> ids, int first) {
        List<Tuple2<Object, Integer>> numbered = new ArrayList<>();
        for (Object id : ids) numbered.add(new Tuple2<>(normalizeId(id), first + numbered.size()));
        return numbered.iterator();
    }

    /** Converts integers of any width to long, so that equal ids compare equal. */
    private static Object normalizeId(Object id) {
        return id instanceof Number number ? (Object) number.longValue() : id;
    }

    private static void checkDistinct(JavaPairRDD<Object, Integer> numbers) {
        List<Tuple2<Object, int[]>> duplicates = numbers.mapValues(number -> new int[] {number})
                .reduceByKey(UserEdges::lowestTwo)
                .filter(id -> id._2().length > 1)
                .takeOrdered(1, new BySampleNumber());
        if (duplicates.isEmpty()) return;
        int[] samples = duplicates.get(0)._2();
        throw new DataException(
                "samples %d and %d have the same id %s; ids must be distinct",
                samples[0], samples[1], quote(duplicates.get(0)._1()));
    }

    private static int[] lowestTwo(int[] a, int[] b) {
        int[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        Arrays.sort(both);
        return Arrays.copyOf(both, 2);
    }

    private static final class BySampleNumber implements Comparator<Tuple2<Object, int[]>>, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public int compare(Tuple2<Object, int[]> a, Tuple2<Object, int[]> b) {
            return Integer.compare(a._2()[0], b._2()[0]);
        }
    }

    private static String quote(@Nullable Object id) {
        return id instanceof String ? "'" + id + "'" : String.valueOf(id);
    }

    /** Returns both directions of every edge, as often as it is given. */
    JavaPairRDD<Integer, EdgeMessages> edgeMessages(Dataset<Row> edges) {
        boolean weighted = checkColumns(edges.schema());
        Dataset<Row> columns = weighted ? edges.select("src", "dst", "weight") : edges.select("src", "dst");
        JavaRDD<Row> rows = columns.javaRDD();
        if (rows.isEmpty()) throw new DataException("the graph has no edges; give at least one row (src, dst, weight)");
        throwFirst(rows.map(row -> findFault(row, weighted)));
        JavaRDD<UserEdge> given = rows.map(row -> new UserEdge(
                normalizeId(row.get(0)),
                normalizeId(row.get(1)),
                weighted ? ((Number) row.get(2)).doubleValue() : 1,
                -1,
                -1));
        JavaRDD<UserEdge> numbered = (numbers.isPresent() ? joinIds(given, numbers.get()) : byNumber(given))
                .persist(StorageLevel.MEMORY_AND_DISK());
        String allowed = numbers.isPresent() ? "has that id" : "has that number, allowed are 0 to " + (size() - 1);
        try {
            throwFirst(numbered.map(edge -> findUnknownEnd(edge, allowed)));
        } finally {
            // recomputing it is cheap, and there is no later moment to unpersist it
            numbered.unpersist(false);
        }
        int[] firsts = first;
        return numbered.mapPartitionsToPair(part -> edgeMessages(part, firsts));
    }

    private int size() {
        return first[first.length - 1];
    }

    /** Checks the columns; returns whether there are weights. */
    private boolean checkColumns(StructType schema) {
        List<String> names = Arrays.asList(schema.fieldNames());
        for (String end : List.of("src", "dst")) {
            if (!names.contains(end))
                throw new IllegalArgumentException("the edges have no column '" + end
                        + "'; required are src and dst, optional is weight; found " + names);
            DataType type = schema.apply(end).dataType();
            boolean whole = type.equals(DataTypes.LongType)
                    || type.equals(DataTypes.IntegerType)
                    || type.equals(DataTypes.ShortType)
                    || type.equals(DataTypes.ByteType);
            boolean text = type.equals(DataTypes.StringType);
            if (!whole && !(text && numbers.isPresent()))
                throw new IllegalArgumentException("column '" + end + "' of the edges is of type "
                        + type.simpleString() + ", allowed are int and bigint"
                        + (numbers.isPresent() ? " and string, as the ids are" : ", numbers of samples"));
        }
        if (!names.contains("weight")) return false;
        DataType type = schema.apply("weight").dataType();
        if (!(type instanceof NumericType))
            throw new IllegalArgumentException(
                    "column 'weight' of the edges is of type " + type.simpleString() + ", allowed are numbers");
        return true;
    }

    /** Describes what is wrong with a row; empty if nothing is. */
    private static String findFault(Row row, boolean weighted) {
        Object src = row.get(0);
        Object dst = row.get(1);
        String edge = "the graph: edge (" + quote(src) + ", " + quote(dst) + ") ";
        if (src == null || dst == null)
            return edge + "has no " + (src == null ? "src" : "dst") + "; both ends are required";
        if (normalizeId(src).equals(normalizeId(dst)))
            return edge + "is a loop; the two ends must be different samples";
        if (!weighted) return "";
        if (row.isNullAt(2)) return edge + "has no weight; weights must be finite numbers >= 0";
        double weight = ((Number) row.get(2)).doubleValue();
        return weight >= 0 && weight < Double.POSITIVE_INFINITY
                ? ""
                : edge + "has weight " + weight + "; weights must be finite numbers >= 0";
    }

    private static String findUnknownEnd(UserEdge edge, String allowed) {
        if (edge.from >= 0 && edge.to >= 0) return "";
        return String.format(
                Locale.ROOT,
                "the graph: edge (%s, %s) names %s, but no sample %s",
                quote(edge.src),
                quote(edge.dst),
                quote(edge.from < 0 ? edge.src : edge.dst),
                allowed);
    }

    /** Throws the alphabetically first message, which does not depend on the partitions. */
    private static void throwFirst(JavaRDD<String> faults) {
        List<String> first = faults.filter(fault -> !fault.isEmpty()).takeOrdered(1);
        if (!first.isEmpty()) throw new DataException("%s", first.get(0));
    }

    private JavaRDD<UserEdge> byNumber(JavaRDD<UserEdge> given) {
        int n = size();
        return given.map(edge -> edge.from(number(edge.src, n)).to(number(edge.dst, n)));
    }

    private static int number(Object id, int n) {
        long number = (Long) id;
        return number >= 0 && number < n ? (int) number : -1;
    }

    private static JavaRDD<UserEdge> joinIds(JavaRDD<UserEdge> given, JavaPairRDD<Object, Integer> numbers) {
        return given.keyBy(UserEdge::src)
                .leftOuterJoin(numbers)
                .values()
                .map(with -> with._1().from(with._2().orElse(-1)))
                .keyBy(UserEdge::dst)
                .leftOuterJoin(numbers)
                .values()
                .map(with -> with._1().to(with._2().orElse(-1)));
    }

    private static Iterator<Tuple2<Integer, EdgeMessages>> edgeMessages(Iterator<UserEdge> edges, int[] first) {
        EdgeMessages.EdgeMessagesBuilder arcs = new EdgeMessages.EdgeMessagesBuilder(first, false);
        while (edges.hasNext()) {
            UserEdge edge = edges.next();
            arcs.add(edge.from, edge.to, edge.weight);
            arcs.add(edge.to, edge.from, edge.weight);
        }
        return arcs.build().iterator();
    }

    /** Describes two weights of an edge with the user's ids. */
    DataException describeConflict(AdjacencyRows.WeightConflict conflict) {
        return new DataException(
                "the graph: the edge between %s and %s has the weights %s and %s; an edge has one weight, in both"
                        + " directions",
                quote(id(conflict.row())), quote(id(conflict.column())), conflict.least(), conflict.most());
    }

    private Object id(int sample) {
        if (numbers.isEmpty()) return sample;
        return numbers.get().filter(id -> id._2() == sample).keys().first();
    }
}
