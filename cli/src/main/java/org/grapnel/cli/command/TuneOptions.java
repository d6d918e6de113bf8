package org.grapnel.cli.command;

import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.model.Loss;
import org.grapnel.model.Model;
import org.grapnel.options.FitOptions;
import org.grapnel.options.GroupedHelp;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import org.grapnel.tune.TuneSpec;
import org.grapnel.tune.TuningCriterion;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of the tuning. */
@GroupedHelp.Heading("Choice")
final class TuneOptions {
    @Option(
            names = "--criterion",
            paramLabel = "WORD",
            description = {
                "What is maximised. modularity: neighbours in a graph of the data share a group; silhouette; stability:",
                "different starts give the same groups; held-out: the model explains left-out samples; held-out-entries:",
                "it predicts hidden entries (six times the fits). On 19 data sets modularity agreed best with the true",
                "classes (docs/tuning.md). Default: ${DEFAULT-VALUE}"
            })
    TuningCriterion criterion = TuningCriterion.MODULARITY;

    /** The tuning specification. Parameters that the user gave stay fixed. Rejects options that are wrong for any data. */
    TuneSpec spec(FitOptions fit, CommandSpec command, int threads) {
        Preconditions.require(
                fit.extension().isEmpty(),
                "%s does not apply: tuning uses best-support, and was measured without plugins; tune without it, and give what it chose to grapnel fit with %s",
                fit.extension().orElse(""),
                fit.extension().orElse(""));
        Preconditions.require(
                fit.model.loss == Loss.SQUARED,
                "--loss %s does not apply: tuning was measured with the loss squared; tune without --loss, and give what it chose to grapnel fit --loss %s",
                fit.model.loss,
                fit.model.loss);
        Preconditions.require(
                fit.model.lambda.isEmpty(),
                "--lambda %s does not apply: its scale depends on the graph, which is not chosen yet; use --alpha, or leave it out",
                fit.model.lambda.map(String::valueOf).orElse(""));
        Preconditions.require(
                !fit.start.isFromFiles(),
                "--init-w and --init-h do not apply: tuning runs many fits, each from its own starting point");
        Model model = fit.model.model();
        Preconditions.require(
                model == Model.GNMF_L20 || model == Model.GNMF,
                "--model %s does not apply: tuning supports the models gnmf-l20 and gnmf",
                model.cliName());
        Optional<SolverKind> named = fit.solver.named();
        Preconditions.require(
                named.isEmpty() || named.equals(Optional.of(SolverKind.BEST_SUPPORT)),
                "%s does not apply: tuning uses the recommended method, or --solver best-support, because only there is alpha comparable between data sets; leave it out",
                fit.solver.option().orElse(""));
        Preconditions.require(
                named.isPresent() || fit.solverKind() == SolverKind.BEST_SUPPORT,
                "--select model and --graph-term trace need the solver accpalm, but tuning uses best-support; leave them out");
        Optional<Integer> rank = fit.model.rank;
        Optional<Integer> clusters = fit.model.clusters.or(() -> rank);
        Optional<Integer> keep = fit.model.keep;
        boolean neighbors = command.commandLine().getParseResult().hasMatchedOption("--neighbors");
        boolean weights = command.commandLine().getParseResult().hasMatchedOption("--weights");
        Preconditions.require(
                !neighbors || fit.model.graph.isEmpty(),
                "--neighbors %d does not apply: the graph is given",
                fit.knn.neighbors);
        // a fit needs these values; they are chosen later
        fit.model.rank = rank.or(() -> Optional.of(clusters.orElse(1)));
        if (model.isSparse()) fit.model.keep = keep.or(() -> Optional.of(1));
        fit.check(threads);
        Spec base = fit.spec(fit.openStart().start(), threads);
        return new TuneSpec(
                clusters,
                rank,
                keep,
                neighbors ? Optional.of(fit.knn.neighbors) : Optional.empty(),
                weights ? Optional.of(base.graph().weights()) : Optional.empty(),
                fit.model.alpha,
                criterion,
                base);
    }
}
