package org.grapnel.cli.command;

import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.model.Model;
import org.grapnel.options.FitOptions;
import org.grapnel.options.GroupedHelp;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import org.grapnel.tune.TuneSpec;
import org.grapnel.tune.TuningCriterion;
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
    TuningCriterion criterion = TuningCriterion.MODULARITY;

    /** What is asked, from the options of a fit: those that are given are not chosen. Refuses what no data can make right. */
    TuneSpec spec(FitOptions fit, CommandSpec command, int threads) {
        Preconditions.require(
                fit.model.lambda.isEmpty(),
                "--lambda %s: its unit is that of a graph which is yet to be chosen; give --alpha, or leave it out",
                fit.model.lambda.map(String::valueOf).orElse(""));
        Preconditions.require(
                !fit.start.isFromFiles(),
                "--init-w and --init-h do not apply: many fits are made, from starts of their own");
        Model model = fit.model.model();
        Preconditions.require(
                model == Model.GNMF_L20 || model == Model.GNMF,
                "--model %s does not apply: tuning is for the models gnmf-l20 and gnmf",
                model.cliName());
        Preconditions.require(
                fit.solver.named().isPresent() || fit.method() == SolverKind.BEST_SUPPORT,
                "--select model and --graph-term trace mean the solver accpalm, tuning needs best-support; leave them out");
        Optional<Integer> rank = fit.model.rank;
        Optional<Integer> clusters = fit.model.clusters.or(() -> rank);
        Optional<Integer> keep = fit.model.keep;
        boolean neighbors = command.commandLine().getParseResult().hasMatchedOption("--neighbors");
        Preconditions.require(
                !neighbors || fit.model.graph.isEmpty(),
                "--neighbors %d does not apply: the graph is given",
                fit.knn.neighbors);
        // a fit has to know them; here they are chosen later
        fit.model.rank = rank.or(() -> Optional.of(clusters.orElse(1)));
        if (model.isSparse()) fit.model.keep = keep.or(() -> Optional.of(1));
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
