package org.grapnel.select;

/**
 * The squared distance d²_S(a, b) = Σ_{i∈S} (xᵢₐ − xᵢᵦ)² over a subset S of the features, reduced to what covariances
 * need: its values g on the edges, and q = Σ xᵢ², s = Σ sᵢ, μ = Σ μᵢ over S.
 */
final class SubsetDistance {
    private final EdgeList edges;
    final double[] onEdges;
    final double[] onSamples;
    double squares;
    double mean;

    SubsetDistance(EdgeList edges) {
        this.edges = edges;
        onEdges = new double[edges.count()];
        onSamples = new double[edges.samples()];
    }

    /** Adds a feature: its centred row, its sᵢ and its μᵢ. */
    void add(double[] x, double squaresOfX, double meanOfX) {
        int n = edges.samples();
        for (int a = 0; a < n; a++) {
            double xa = x[a];
            onSamples[a] += xa * xa;
            for (int e = edges.start[a]; e < edges.start[a + 1]; e++) {
                double d = xa - x[edges.other[e]];
                onEdges[e] += d * d;
            }
        }
        squares += squaresOfX;
        mean += meanOfX;
    }

    /** Adds all features of another, disjoint subset. */
    void add(SubsetDistance other) {
        for (int e = 0; e < onEdges.length; e++) onEdges[e] += other.onEdges[e];
        for (int a = 0; a < onSamples.length; a++) onSamples[a] += other.onSamples[a];
        squares += other.squares;
        mean += other.mean;
    }
}
