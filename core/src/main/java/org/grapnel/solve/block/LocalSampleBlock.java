package org.grapnel.solve.block;

import java.util.Optional;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.LineWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.GramCache;
import org.grapnel.model.Problem;
import org.grapnel.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/** All samples on this machine. One product with L a candidate suffices, because L(H + β(H − H′)) = LH + β(LH − LH′). */
public final class LocalSampleBlock implements CoordinateSampleBlock {
    private final ExecutionContext context;
    private final Matrix given;
    private final Optional<EntryWeights> weights;
    private final Matrix X; // with weights C∘X
    private final Optional<Laplacian> L;
    private final double lambda;
    private final SelectedRowProducts products;
    private final HPartition partition;
    private final CoordinateDescent gramOfW;
    private final @Nullable HUpdate hUpdate; // none where H moves by gradient steps
    private @Nullable DenseMatrix R;
    private @Nullable DenseMatrix difference;
    private boolean begun;
    private @Nullable DeficitProducts deficitsOfSamples; // for the W of the last step, where entries have weights
    private @Nullable RowSet selected; // the rows of W of the next two
    private @Nullable LineWeights selectedLines;
    private @Nullable DenseMatrix selectedW;

    private LocalSampleBlock(
            ExecutionContext context, Problem problem, DenseMatrix Ht, double lambda, @Nullable HUpdate hUpdate) {
        this.context = context;
        given = problem.X();
        weights = problem.weights();
        X = weights.map(c -> c.times(given)).orElse(given);
        L = problem.laplacian();
        this.lambda = lambda;
        this.hUpdate = hUpdate;
        int r = problem.formulation().rank();
        products = new SelectedRowProducts(context, X, r);
        partition = new HPartition(context, problem.formulation(), Ht, hUpdate == null);
        gramOfW = new CoordinateDescent(r);
    }

    /** A block whose H moves by gradient steps. Owns Ht, the first candidate. */
    public static LocalSampleBlock forGradientSteps(ExecutionContext context, Problem problem, DenseMatrix Ht) {
        return new LocalSampleBlock(context, problem, Ht, 0, null);
    }

    /**
     * A block whose H moves by coordinate steps. Owns Ht, the first candidate.
     *
     * @param lambda the weight of the graph term, 0 without a graph
     */
    public static LocalSampleBlock forCoordinateSteps(
            ExecutionContext context, Problem problem, DenseMatrix Ht, double lambda, HUpdate hUpdate) {
        return new LocalSampleBlock(context, problem, Ht, lambda, hUpdate);
    }

    @Override
    public int features() {
        return X.rows();
    }

    @Override
    public int samples() {
        return X.cols();
    }

    @Override
    public long nonZeros() {
        return X.nonZeros();
    }

    @Override
    public double[] rowSquares() {
        return X.rowSquares();
    }

    @Override
    public double[] lossSquares() {
        return weights.map(c -> c.rowSquares(given)).orElseGet(X::rowSquares);
    }

    @Override
    public double largestWeight() {
        return weights.map(EntryWeights::largest).orElse(1.0);
    }

    @Override
    public Optional<DeficitProducts> deficitsOfFeatures() {
        return weights.map(c -> new DeficitProducts(context, c.byFeature(), X.rows(), partition.current()));
    }

    /** What weights change for the samples, given W. Rows of W that are zero are left out where they are at least half of all. */
    private @Nullable DeficitProducts deficitsOfSamples(RowSet support, DenseMatrix W) {
        if (weights.isEmpty()) return null;
        if (2 * support.count() > X.rows())
            return new DeficitProducts(context, weights.get().bySample(), X.cols(), W);
        LineWeights lines = selectedLines;
        DenseMatrix some = selectedW;
        if (lines == null || some == null || selected == null || !selected.equals(support)) {
            if (some != null) some.close();
            selected = RowSet.of(X.rows(), support.toArray());
            selectedLines = lines = weights.get().selectRows(support.toArray()).bySample();
            selectedW = some = DenseMatrix.zeros(support.count(), W.cols());
        }
        for (int q = 0; q < support.count(); q++) some.copyRow(q, W, support.get(q));
        return new DeficitProducts(context, lines, X.cols(), some);
    }

    private CandidateSums withWeights(CandidateSums sums) {
        DeficitProducts deficits = deficitsOfSamples;
        return deficits == null
                ? sums
                : new CandidateSums(sums.inner(), sums.moved(), deficits.squares(partition.candidate()));
    }

    @Override
    public void begin(RowSet support, DenseMatrix W) {
        products.transposeTimes(support, W, partition.XtW());
        deficitsOfSamples = deficitsOfSamples(support, W);
    }

    @Override
    public void step(RowSet support, DenseMatrix W, GramCache grams, StepParameters by) {
        products.transposeTimes(support, W, partition.XtW());
        deficitsOfSamples = deficitsOfSamples(support, W);
        partition.step(grams, by, deficitsOfSamples);
    }

    @Override
    public CandidateSums measure(GramCache into) {
        partition.measureAdded(into);
        return withWeights(L.isPresent() ? partition.measure(L.get(), into) : partition.measure(into.HHt()));
    }

    @Override
    public CandidateSums measureMove(GramCache into) {
        return partition.measure(into.HHt());
    }

    @Override
    public double squaredResidual(RowSet support, DenseMatrix W) {
        return weights.isPresent()
                ? WeightedResidual.compute(context, given, weights.get(), support, W, partition.candidate())
                : X.squaredResidual(context, support, W, partition.candidate());
    }

    @Override
    public void commit() {
        partition.commit();
        if (!begun) partition.forgetMove(); // no momentum at the start
        begun = true;
    }

    @Override
    public void times(RowSet rows, DenseMatrix XHt) {
        products.times(rows, partition.current(), XHt);
    }

    @Override
    public void setReference() {
        reference().copyFrom(partition.current());
    }

    @Override
    public void cross(DenseMatrix into) {
        if (R == null) throw new IllegalStateException("there is no reference yet");
        Gram.computeCross(context, partition.current(), R, into);
    }

    private DenseMatrix reference() {
        if (R == null) R = DenseMatrix.zeros(X.cols(), partition.candidate().cols());
        return R;
    }

    @Override
    public void extrapolate(double weight) {
        partition.candidate().copyFrom(partition.current());
        if (weight > 0)
            RowOperations.extrapolate(context, partition.candidate(), partition.before(), partition.columns(), weight);
    }

    @Override
    public void scale(double[] factors) {
        RowOperations.scale(context, partition.candidate(), partition.columns(), factors);
    }

    @Override
    public void scaleBefore(double[] factors) {
        RowOperations.scale(context, partition.before(), partition.columns(), factors);
    }

    @Override
    public void forgetMove(int component) {
        for (int i = 0; i < X.cols(); i++)
            partition.before().set(i, component, partition.current().get(i, component));
    }

    @Override
    public void measureGrams(GramCache into) {
        if (L.isPresent()) partition.measureGrams(L.get(), into);
        else Gram.compute(context, partition.candidate(), partition.columns(), into.HHt());
    }

    @Override
    public void timesCandidate(RowSet rows, DenseMatrix XHt) {
        products.times(rows, partition.candidate(), XHt);
    }

    @Override
    public void descend(RowSet support, DenseMatrix W, GramCache grams, int sweeps) {
        if (hUpdate == null) throw new IllegalStateException("this block moves H by gradient steps");
        products.transposeTimes(support, W, partition.XtW());
        hUpdate.update(partition.candidate(), gramOfW.setGram(grams.WtW()), partition.XtW(), sweeps);
    }

    @Override
    public double coordinateResidual(RowSet support, DenseMatrix W, GramCache grams) {
        products.transposeTimes(support, W, partition.XtW());
        gramOfW.setGram(grams.WtW());
        return L.isPresent()
                ? CoordinateResidual.compute(
                        context,
                        partition.candidate(),
                        partition.columns(),
                        partition.XtW(),
                        gramOfW,
                        lambda,
                        L.get(),
                        partition.candidateImage())
                : CoordinateResidual.compute(
                        context, partition.candidate(), partition.columns(), partition.XtW(), gramOfW);
    }

    @Override
    public Optional<ResidualDirection> restartComponent(int component, RowSet support, DenseMatrix W, double least) {
        int n = X.cols();
        LargestResidual residual = new LargestResidual(context, X, support, W, partition.candidate());
        double[] h = new double[n];
        double length = residual.find(h);
        if (!(length > least)) return Optional.empty();
        for (int i = 0; i < n; i++) h[i] /= length;
        double[] graphEnergy = new double[1];
        double[] Xh = new double[support.count()];
        try (DenseMatrix column = DenseMatrix.zeros(n, 1);
                DenseMatrix product = DenseMatrix.zeros(X.rows(), 1)) {
            for (int i = 0; i < n; i++) column.set(i, 0, h[i]);
            L.ifPresent(l -> l.graphEnergy(context, column, graphEnergy));
            X.times(context, support, column, product);
            for (int q = 0; q < Xh.length; q++) Xh[q] = product.get(support.get(q), 0);
        }
        double[] overlap = residual.overlap(h);
        for (int i = 0; i < n; i++) partition.candidate().set(i, component, h[i]);
        return Optional.of(new ResidualDirection(graphEnergy[0], overlap, Xh));
    }

    @Override
    public void setReferenceToCandidate() {
        reference().copyFrom(partition.candidate());
    }

    @Override
    public void crossReference(DenseMatrix into) {
        Gram.computeCross(context, reference(), partition.candidate(), into);
    }

    @Override
    public void referenceGram(DenseMatrix into) {
        Gram.compute(context, reference(), partition.columns(), into);
    }

    @Override
    public void differenceGram(double[] scales, double[] weights, DenseMatrix into) {
        if (difference == null)
            difference = DenseMatrix.zeros(X.cols(), partition.candidate().cols());
        RowOperations.difference(context, partition.candidate(), reference(), scales, weights, difference);
        Gram.compute(context, difference, partition.columns(), into);
    }

    /** Writes all that the next gradient step needs of the samples to a checkpoint, or reads it back. */
    public void transfer(StateStream stream) {
        products.transfer(stream);
        partition.transfer(stream, L);
        if (stream.booleanValue(R != null)) stream.matrix(reference());
    }

    @Override
    public void transferFactors(StateStream stream) {
        stream.matrix(partition.current());
        stream.matrix(partition.before());
    }

    @Override
    public void transferReference(StateStream stream) {
        stream.matrix(reference());
    }

    @Override
    public void transferProducts(StateStream stream) {
        products.transfer(stream);
    }

    /** The candidate, as rows of Ht. */
    public DenseMatrix candidate() {
        return partition.candidate();
    }

    /** The current H as Ht, which outlives this block: the caller closes it. */
    public DenseMatrix take() {
        return partition.take();
    }

    @Override
    public void close() {
        partition.close();
        products.close();
        if (weights.isPresent()) X.close();
        if (selectedW != null) selectedW.close();
        if (R != null) R.close();
        if (difference != null) difference.close();
    }
}
