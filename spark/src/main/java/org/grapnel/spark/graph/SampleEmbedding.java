package org.grapnel.spark.graph;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.decomp.ChebyshevEigenSolver;
import org.grapnel.runtime.Preconditions;

/**
 * The c smallest eigenpairs of the normalised Laplacian of a distributed graph, with vectors that live with the samples:
 * the distributed {@link org.grapnel.graph.SpectralEmbedding}. The iteration is that of one machine, with the same random
 * block, so the vectors differ by rounding only. Each round costs one product of L per degree of the filter, and about
 * five jobs. The embedding owns the vectors: close it.
 */
public final class SampleEmbedding implements AutoCloseable {
    /** Upper bound of the spectrum of a normalised Laplacian. */
    private static final double NORM = 2;

    private final SparkLaplacian L;
    private final DistributedSubspace block;
    private final ChebyshevEigenSolver.RitzPairs pairs;
    private final int count;

    private SampleEmbedding(
            SparkLaplacian L, DistributedSubspace block, ChebyshevEigenSolver.RitzPairs pairs, int count) {
        this.L = L;
        this.block = block;
        this.pairs = pairs;
        this.count = count;
    }

    /** Computes the embedding of a graph in which every sample has a neighbour. */
    public static SampleEmbedding compute(SampleGraph graph, ChebyshevEigenSolver.EigenOptions options) {
        Preconditions.require(
                graph.isolated() == 0, "every sample must have a neighbour, %d have none", graph.isolated());
        Preconditions.require(
                options.count() <= graph.size(),
                "%d samples have no more eigenvectors than that, asked for %d",
                graph.size(),
                options.count());
        SparkLaplacian L = graph.laplacian(LaplacianKind.NORMALIZED);
        int width = ChebyshevEigenSolver.width(graph.size(), options.count());
        DistributedSubspace block = null;
        try {
            block = new DistributedSubspace(L.shares(), graph.offsets(), width, options.seed());
            return new SampleEmbedding(L, block, ChebyshevEigenSolver.solve(block, NORM, options), options.count());
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            if (block != null) block.close();
            L.close();
            throw e;
        }
    }

    /** Returns the eigenvalues, ascending. */
    public List<Double> values() {
        return pairs.values();
    }

    /** Returns the largest ‖Lv − λv‖. */
    public double residual() {
        return pairs.residual();
    }

    /** Returns the rows of the n × c eigenvectors lazily, one array per partition. */
    public JavaRDD<double[]> vectors() {
        return block.vectors(count);
    }

    /** Returns the rows of the eigenvectors, scaled to unit length, lazily: the points of spectral clustering. */
    public JavaRDD<double[]> directions() {
        int c = count;
        return vectors().map(rows -> directions(rows, c));
    }

    private static double[] directions(double[] rows, int c) {
        double[] units = new double[rows.length];
        for (int at = 0; at < rows.length; at += c) {
            double most = 0;
            for (int j = at; j < at + c; j++) most = Math.max(most, Math.abs(rows[j]));
            if (most == 0) continue;
            double squares = 0;
            for (int j = at; j < at + c; j++) squares += (rows[j] / most) * (rows[j] / most);
            double scale = 1 / Math.sqrt(squares);
            for (int j = at; j < at + c; j++) units[j] = rows[j] / most * scale;
        }
        return units;
    }

    @Override
    public void close() {
        block.close();
        L.close();
    }
}
