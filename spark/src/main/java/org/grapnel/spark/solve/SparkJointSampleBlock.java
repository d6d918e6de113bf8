package org.grapnel.spark.solve;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.JointConstants;
import org.grapnel.solve.block.JointSampleBlock;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.graph.NeighborRows;
import org.grapnel.spark.graph.SparkNormalizedAdjacency;
import org.grapnel.spark.rdd.LineageTracker;
import org.grapnel.spark.rdd.OrderedSum;
import org.grapnel.spark.rdd.RddCheckpoints;
import org.grapnel.spark.rdd.SolveState;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Samples of the joint factorisation on the executors of a cluster.
 *
 * <p>An iteration has two jobs. The update of H sends rows of G to the partitions of neighbours, passes over the panels once ({@link JointSweep}),
 * and returns HHᵀ and XHᵀ of the new H. The update of G sends rows of H, and returns GGᵀ, ⟨HS, G⟩ and ‖H − G‖². All other questions are answered
 * from these sums. Spark recovers a lost executor from the columns before; a checkpoint after every {@code interval} iterations cuts the lineage.
 */
final class SparkJointSampleBlock implements JointSampleBlock {
    private static final StorageLevel STORAGE = StorageLevel.MEMORY_AND_DISK();

    private final JavaSparkContext context;
    private final Panels X;
    private final SparkNormalizedAdjacency S;
    private final JointConstants constants;
    private final int r;
    private final JavaRDD<double[]> start;
    private final int interval;
    private final Optional<SolveState> state;
    private final LineageTracker lineage = new LineageTracker();
    private @Nullable JavaRDD<JointColumns> current;
    private @Nullable JavaRDD<JointColumns> checkpointed;
    private int iterations;

    private final double[] HHt; // over the samples with an edge
    private final double[] isolatedHHt;
    private final double[] products; // XHᵀ
    private final double[] GGt;
    private double cross; // ⟨HS, G⟩
    private double apart; // ‖H − G‖²

    /**
     * @param start first columns of H, one array per partition
     * @param interval number of iterations between two checkpoints
     * @param state where the columns are saved for another run
     */
    SparkJointSampleBlock(
            Panels X,
            SparkNormalizedAdjacency S,
            JointConstants constants,
            JavaRDD<double[]> start,
            int interval,
            Optional<SolveState> state) {
        context = JavaSparkContext.fromSparkContext(X.rdd().context());
        this.X = X;
        this.S = S;
        this.constants = constants;
        this.start = start;
        this.interval = interval;
        this.state = state;
        r = constants.rank();
        HHt = new double[r * r];
        isolatedHHt = new double[r * r];
        GGt = new double[r * r];
        products = new double[Math.multiplyExact(X.features(), r)];
    }

    @Override
    public int features() {
        return X.features();
    }

    @Override
    public int samples() {
        return X.samples();
    }

    @Override
    public double[] rowSquares() {
        return X.rowSquares();
    }

    @Override
    public void begin() {
        double most = 0;
        for (double part : start.map(SparkJointSampleBlock::largest).collect()) most = Math.max(most, part);
        double power = most > 0 ? Math.scalb(1.0, -Math.getExponent(most)) : 1; // exact, and squares stay in range
        JavaRDD<double[]> inRange = scale(start, power);
        Broadcast<byte[]> task = measureTask();
        JavaRDD<double[]> parts = graphSums(S.exchange(inRange, r), task);
        lineage.add(task, parts);
        double[] sums = OrderedSum.sum(parts);
        double inner = sums[JointSums.cross(r)];
        double squares = 0;
        for (int q = 0; q < r * r; q++) squares += sums[q] * sums[q];
        double t = inner > 0 ? Math.sqrt(inner / squares) : 1;
        JavaRDD<JointColumns> columns = copies(S.withOwnRows(scale(inRange, t)), r);
        Broadcast<byte[]> again = measureTask();
        JavaRDD<NeighborRows> own = S.withOwnRows(columns.map(JointColumns::h));
        setH(run(again, overPanels(X.rdd(), own, columns, again, JointSweep::measureH)));
        cross = t * t * inner;
        apart = 0;
        System.arraycopy(HHt, 0, GGt, 0, GGt.length);
    }

    private Broadcast<byte[]> measureTask() {
        try (DenseMatrix none = DenseMatrix.zeros(0, r)) {
            return context.broadcast(
                    JointTask.forMeasure(constants, X.features(), none).toBytes());
        }
    }

    private static double largest(double[] rows) {
        return Arrays.stream(rows).max().orElse(0);
    }

    private static JavaRDD<double[]> scale(JavaRDD<double[]> Ht, double by) {
        return Ht.map(rows -> {
            double[] scaled = new double[rows.length];
            for (int q = 0; q < rows.length; q++) scaled[q] = rows[q] * by;
            return scaled;
        });
    }

    // static, so that the closures do not capture this object
    private static JavaRDD<double[]> graphSums(JavaRDD<NeighborRows> around, Broadcast<byte[]> task) {
        return around.map(rows -> JointSweep.graphSums(JointTask.create(task.value()), rows));
    }

    private static JavaRDD<JointColumns> copies(JavaRDD<NeighborRows> own, int r) {
        return own.map(rows -> JointColumns.copyOfH(rows, r));
    }

    /** Work of a partition on its panels, its columns, and the columns of neighbours. */
    private interface PanelWork<T> extends Serializable {
        T run(JointTask task, Iterator<Panel> panels, NeighborRows around, JointColumns own);
    }

    private static <T> JavaRDD<T> overPanels(
            JavaRDD<Panel> panels,
            JavaRDD<NeighborRows> around,
            JavaRDD<JointColumns> columns,
            Broadcast<byte[]> task,
            PanelWork<T> work) {
        return panels.zipPartitions(pairs(around, columns), (own, pair) -> {
            Tuple2<NeighborRows, JointColumns> at = pair.next();
            return List.of(work.run(JointTask.create(task.value()), own, at._1(), at._2()))
                    .iterator();
        });
    }

    private static JavaRDD<Tuple2<NeighborRows, JointColumns>> pairs(
            JavaRDD<NeighborRows> around, JavaRDD<JointColumns> columns) {
        return around.zipPartitions(
                columns,
                (rows, own) -> List.of(new Tuple2<>(rows.next(), own.next())).iterator());
    }

    private static JavaRDD<JointColumns> updateG(
            JavaRDD<NeighborRows> around, JavaRDD<JointColumns> columns, Broadcast<byte[]> task) {
        return pairs(around, columns).map(at -> JointSweep.updateG(JointTask.create(task.value()), at._1(), at._2()));
    }

    private static JavaRDD<double[]> residualG(
            JavaRDD<NeighborRows> around, JavaRDD<JointColumns> columns, Broadcast<byte[]> task) {
        return pairs(around, columns).map(at ->
                new double[] {JointSweep.residualG(JointTask.create(task.value()), at._1(), at._2())});
    }

    private static double[] residualH(JointTask task, Iterator<Panel> panels, NeighborRows around, JointColumns own) {
        return new double[] {JointSweep.residualH(task, panels, around, own)};
    }

    private static double[] squaredResidual(
            JointTask task, Iterator<Panel> panels, NeighborRows around, JointColumns own) {
        return new double[] {JointSweep.squaredResidual(task, panels, around, own)};
    }

    private JavaRDD<JointColumns> columns() {
        if (current == null) throw new IllegalStateException("begin must run before this call");
        return current;
    }

    private JavaRDD<NeighborRows> aroundG() {
        return S.exchange(columns().map(JointColumns::g), r);
    }

    private JavaRDD<NeighborRows> aroundH() {
        return S.exchange(columns().map(JointColumns::h), r);
    }

    private JavaRDD<NeighborRows> ownH() {
        return S.withOwnRows(columns().map(JointColumns::h));
    }

    /** Computes new columns in one job, makes them the current ones, and returns their sums. */
    private double[] run(Broadcast<byte[]> task, JavaRDD<JointColumns> computed) {
        computed.persist(STORAGE);
        double[] sums;
        try {
            sums = OrderedSum.sum(computed.map(JointColumns::sums));
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            computed.unpersist(false);
            task.destroy();
            throw e;
        }
        lineage.add(task, computed);
        JavaRDD<JointColumns> old = current;
        current = computed;
        if (old != null && old != checkpointed) lineage.retire(old);
        return sums;
    }

    /** Sums numbers over the partitions in one job that changes nothing. */
    private double sum(Broadcast<byte[]> task, JavaRDD<double[]> parts) {
        try {
            double sum = OrderedSum.sum(parts)[0];
            lineage.add(parts);
            return sum;
        } finally {
            task.destroy();
        }
    }

    private void setH(double[] sums) {
        System.arraycopy(sums, 0, HHt, 0, HHt.length);
        System.arraycopy(sums, JointSums.isolated(r), isolatedHHt, 0, isolatedHHt.length);
        System.arraycopy(sums, JointSums.products(r), products, 0, products.length);
    }

    @Override
    public void descendH(DenseMatrix W, DenseMatrix WtW, int sweeps) {
        Broadcast<byte[]> task =
                context.broadcast(JointTask.forH(constants, W, WtW, GGt, sweeps).toBytes());
        setH(run(task, overPanels(X.rdd(), aroundG(), columns(), task, JointSweep::updateH)));
    }

    @Override
    public void descendG(int sweeps) {
        Broadcast<byte[]> task = context.broadcast(
                JointTask.forG(constants, X.features(), HHt, sweeps).toBytes());
        double[] sums = run(task, updateG(aroundH(), columns(), task));
        System.arraycopy(sums, 0, GGt, 0, GGt.length);
        cross = sums[JointSums.cross(r)];
        apart = sums[JointSums.apart(r)];
        if (++iterations % interval == 0) continueFrom(columns().map(JointColumns::withoutSums));
    }

    @Override
    public void measure(DenseMatrix allHHt, DenseMatrix XHt) {
        double[] all = new double[r * r];
        for (int q = 0; q < all.length; q++) all[q] = HHt[q] + isolatedHHt[q];
        allHHt.setRows(0, r, all);
        XHt.setRows(0, X.features(), products);
    }

    @Override
    public double graphMisfit() {
        double fitted = 0;
        for (int q = 0; q < HHt.length; q++) fitted += HHt[q] * GGt[q];
        return Math.max(0, constants.squaresOfS() - 2 * cross + fitted) + constants.symmetry() * apart;
    }

    @Override
    public double squaredResidual(DenseMatrix W) {
        Broadcast<byte[]> task = context.broadcast(
                JointTask.forMeasure(constants, X.features(), W).toBytes());
        return sum(task, overPanels(X.rdd(), ownH(), columns(), task, SparkJointSampleBlock::squaredResidual));
    }

    @Override
    public double coordinateResidual(DenseMatrix W, DenseMatrix WtW) {
        Broadcast<byte[]> taskH =
                context.broadcast(JointTask.forH(constants, W, WtW, GGt, 1).toBytes());
        double ofH = sum(taskH, overPanels(X.rdd(), aroundG(), columns(), taskH, SparkJointSampleBlock::residualH));
        Broadcast<byte[]> taskG = context.broadcast(
                JointTask.forG(constants, X.features(), HHt, 1).toBytes());
        return ofH + sum(taskG, residualG(aroundH(), columns(), taskG));
    }

    @Override
    public double symmetryGap() {
        double squares = 0;
        for (int j = 0; j < r; j++) squares += HHt[j * r + j];
        return apart == 0 ? 0 : Math.sqrt(apart / squares);
    }

    /** Cuts the lineage: writes columns to a checkpoint, makes them the current ones, and releases all before. */
    private void continueFrom(JavaRDD<JointColumns> columns) {
        columns.persist(STORAGE);
        try {
            RddCheckpoints.write(columns);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            columns.unpersist(false);
            throw e;
        }
        JavaRDD<JointColumns> last = current;
        JavaRDD<JointColumns> old = checkpointed;
        current = columns;
        checkpointed = columns;
        if (last != null && last != old) last.unpersist(false);
        if (old != null) deleteCheckpoint(old);
        lineage.cut(context.sc());
    }

    private static void deleteCheckpoint(JavaRDD<?> checkpointed) {
        checkpointed.unpersist(false);
        RddCheckpoints.delete(checkpointed);
    }

    /** The sums are saved too, so that a resumed run has the same bits. */
    @Override
    public void transfer(StateStream stream) {
        SolveState saved =
                state.orElseThrow(() -> new IllegalStateException("the block was created without a state folder"));
        for (double[] sums : new double[][] {HHt, isolatedHHt, products, GGt}) stream.doubles(sums);
        cross = stream.doubleValue(cross);
        apart = stream.doubleValue(apart);
        if (stream.isReading()) {
            JavaRDD<JointColumns> columns =
                    saved.readColumns(X.partitions()).map(arrays -> new JointColumns(arrays[0], arrays[1]));
            lineage.add(columns);
            continueFrom(columns);
        } else {
            saved.writeColumns(columns().map(JointColumns::arrays));
        }
    }

    /** Returns the current columns of H, checkpointed so that they outlive this object. */
    JavaRDD<double[]> checkpointedH() {
        JavaRDD<double[]> Ht = columns().map(JointColumns::h).persist(STORAGE);
        RddCheckpoints.write(Ht);
        return Ht;
    }

    @Override
    public void close() {
        if (current != null && current != checkpointed) current.unpersist(false);
        if (checkpointed != null) deleteCheckpoint(checkpointed);
        lineage.cut(context.sc());
    }
}
