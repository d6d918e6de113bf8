package org.grapnel.solve.start;

import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * A start from the groups of the graph, before they are known.
 *
 * @param drawn whether the small entries are drawn, as in a restart
 */
record GraphStart(long seed, boolean drawn) implements Start {
    @Override
    public String kind() {
        return "graph";
    }

    @Override
    public Optional<Start> restart(int i) {
        return Optional.of(new GraphStart(seed + i, true));
    }

    @Override
    public Start withSeed(long other) {
        return new GraphStart(other, drawn);
    }

    @Override
    public boolean needsGroups() {
        return true;
    }

    @Override
    public Start withGroups(Clustering groups) {
        return new GroupStart(groups, seed, drawn);
    }

    @Override
    public Optional<GroupRows> groupRows() {
        return Optional.of(new GroupRows(seed, drawn));
    }

    @Override
    public StartPoint point(ExecutionContext context, Matrix X, int r) {
        throw new IllegalStateException("the groups of the graph are not known yet: call withGroups first");
    }
}
