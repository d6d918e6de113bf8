package org.grapnel.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.Grapnel;
import org.grapnel.Groups;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.evaluate.Contingency;
import org.grapnel.evaluate.Scores;
import org.grapnel.io.RunFolder;
import org.grapnel.linalg.Check;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.solve.Solution;

/** One fit, from data that were read to a folder on disk: what all commands that fit share. */
record FitJob(FitOptions options, int threads, Progress progress) {
    /** Prepares the data, fits, and makes the folder appear. The data are used up, but stay the caller's to close. */
    Fitted run(Dataset read, RunFolder folder) throws IOException {
        List<String> notes = new ArrayList<>(read.check());
        check(read);
        if (options.model.graph.isPresent() && !options.model.usesGraph())
            notes.add("the graph is not used: "
                    + (options.model.model().usesGraph()
                            ? "--lambda is 0"
                            : "--model " + options.model.model + " has none"));
        Dataset data = options.data.normalize.of(read);
        Optional<GraphSource> graph = graph(data, notes);
        notes.forEach(progress::note);

        Fitted fitted = fit(data, graph, notes);
        try {
            progress.phase("writing");
            RunFiles.write(fitted, folder);
            folder.commit();
        } catch (IOException | RuntimeException | Error e) {
            fitted.close();
            throw e;
        }
        if (!fitted.solution().stop().converged()) progress.say("warning: not converged: " + Findings.ending(fitted));
        return fitted;
    }

    /** Refuses before any work what does not fit the data: rank, keep, more groups than different samples, labels with gaps. */
    private void check(Dataset read) {
        options.model.model().check(read.X(), options.model.rank(), options.model.keep);
        int groups = options.model.clusters();
        int n = read.X().cols();
        Check.that(groups <= n, "clusters must be between 1 and %d, the number of samples, got %d", n, groups);
        read.labels().ifPresent(this::checkLabels);
        if (groups == 1) return;
        try (Compute on = Compute.of(threads)) {
            int distinct = DistinctColumns.of(on, read.X()).count();
            if (distinct < groups)
                throw new DataException(
                        "%s: only %d of the %d samples differ, which cannot form %d groups; lower --clusters",
                        read.source().path(), distinct, n, groups);
        }
    }

    private void checkLabels(List<String> labels) {
        try {
            Contingency.of(labels, new int[labels.size()]);
        } catch (DataException e) {
            throw new DataException("--labels " + options.data.labels.orElse("") + ": " + e.getMessage(), e);
        }
    }

    /** The user's graph, or that of the data as they were prepared; what is odd about it is noted. */
    private Optional<GraphSource> graph(Dataset data, List<String> notes) {
        if (!options.model.usesGraph()) return Optional.empty();
        progress.phase(options.model.graph.isPresent() ? "reading the graph" : "finding neighbours");
        GraphSource source = options.model
                .graph
                .map(file -> GraphSource.read(file, data.X().cols()))
                .orElseGet(
                        () -> GraphSource.of(Grapnel.graph(data.X(), options.knn.spec(options.start.seed), threads)));
        notes.addAll(GraphNotes.of(
                source.graph(),
                source.built().stream()
                        .flatMapToDouble(built -> built.recall().stream())
                        .findFirst()));
        return Optional.of(source);
    }

    private Fitted fit(Dataset data, Optional<GraphSource> graph, List<String> notes) {
        progress.phase("preparing");
        try (StartOptions.Opened opened = options.start.open()) {
            Spec spec = options.spec(opened.start(), threads);
            Solution solution = Grapnel.fit(data.X(), graph.map(GraphSource::graph), spec, progress);
            try {
                progress.phase("grouping");
                int asked = options.model.clusters();
                Groups groups = Grapnel.groups(solution, spec, asked);
                List<String> all = new ArrayList<>(notes);
                if (groups.clustering().clusters() < asked) {
                    String fewer = Text.format(
                            "only %d of the %d groups could be formed: H has no more different columns",
                            groups.clustering().clusters(), asked);
                    progress.say("note: " + fewer);
                    all.add(fewer);
                }
                Optional<Scores> scores = data.labels().map(truth -> Scores.of(truth, groups.clustering()));
                if (!groups.silhouette().isDefined())
                    all.add("silhouette is not defined: " + groups.silhouette().reason());
                scores.map(Scores::nmi)
                        .filter(nmi -> !nmi.isDefined())
                        .ifPresent(nmi -> all.add("nmi, acc, ari and purity are not defined: " + nmi.reason()));
                return new Fitted(options, spec, data, graph, solution, groups, scores, all);
            } catch (RuntimeException | Error e) {
                solution.close();
                throw e;
            }
        }
    }
}
