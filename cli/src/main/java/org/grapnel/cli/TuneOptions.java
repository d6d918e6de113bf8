package org.grapnel.cli;

import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.linalg.Check;
import org.grapnel.model.Model;
import org.grapnel.solve.Method;
import org.grapnel.tune.Criterion;
import org.grapnel.tune.TuneSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What parameters are chosen by. */
@GroupedHelp.Heading("Choice")
final class TuneOptions {
    @Option(
            names = "--criterion",
            paramLabel = "WORD",
            description = {
                "modularity: neighbours in a graph of the data are in one group; silhouette; stability: two starts form",
                "the same groups; held-out: samples that were left out are explained. The first followed the truth best",
                "on 19 data sets (docs/tuning.md). Default: ${DEFAULT-VALUE}"
            })
    Criterion criterion = Criterion.MODULARITY;

    /** What is asked, from the options of a fit: those that are given are not chosen. Refuses what no data can make right. */
    TuneSpec spec(FitOptions fit, CommandSpec command, int threads) {
        Check.that(
                fit.model.lambda.isEmpty(),
                "--lambda %s: its unit is that of a graph which is yet to be chosen; give --alpha, or leave it out",
                fit.model.lambda.map(String::valueOf).orElse(""));
        Check.that(
                !fit.start.fromFiles(),
                "--init-w and --init-h do not apply: many fits are made, from starts of their own");
        Model model = fit.model.model();
        Check.that(
                model == Model.GNMF_L20 || model == Model.GNMF,
                "--model %s does not apply: tuning is for the models gnmf-l20 and gnmf",
                model.word());
        Check.that(
                fit.solver.named().isPresent() || fit.method() == Method.BEST_SUPPORT,
                "--select model and --graph-term trace mean the solver accpalm, tuning needs best-support; leave them out");
        Optional<Integer> rank = fit.model.rank;
        Optional<Integer> clusters = fit.model.clusters.or(() -> rank);
        Optional<Integer> keep = fit.model.keep;
        boolean neighbors = command.commandLine().getParseResult().hasMatchedOption("--neighbors");
        Check.that(
                !neighbors || fit.model.graph.isEmpty(),
                "--neighbors %d does not apply: the graph is given",
                fit.knn.neighbors);
        // a fit has to know them; here they are chosen later
        fit.model.rank = rank.or(() -> Optional.of(clusters.orElse(1)));
        if (model.keeps()) fit.model.keep = keep.or(() -> Optional.of(1));
        fit.check(threads);
        Spec base = fit.spec(fit.start.init.start(fit.start.seed), threads);
        return new TuneSpec(
                clusters,
                rank,
                keep,
                neighbors ? Optional.of(fit.knn.neighbors) : Optional.empty(),
                fit.model.alpha,
                criterion,
                base);
    }
}
