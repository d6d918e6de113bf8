package org.grapnel.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.grapnel.Fit;
import org.grapnel.cli.console.ComparisonConsoleReport;
import org.grapnel.cli.console.FitConsoleReport;
import org.grapnel.data.Dataset;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.RankCurve;
import org.grapnel.options.ErrorHandler;
import org.grapnel.options.FitOptions;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.PluginOptions;
import org.grapnel.options.RunOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.Text;
import org.grapnel.runs.Runs;
import org.grapnel.runs.resume.Journal;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runs.write.RunJournal;
import org.grapnel.tune.TuneSpec;
import org.grapnel.tune.Tuner;
import org.grapnel.tune.TuningFit;
import org.grapnel.tune.TuningResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel tune DATA -o DIR}: chooses parameters without labels, then fits. */
@Command(
        name = "tune",
        header = "Choose the graph, its weight and the number of features without labels, then fit.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel tune genes.csv --clusters 8 -o run",
            "  grapnel tune genes.csv --clusters 8 --keep 50 -o run",
            "  grapnel tune genes.csv -o run",
            "  grapnel tune genes.csv --clusters 8 --neighbors 5 --criterion silhouette -o run",
            "",
            "Usage: grapnel tune DATA -o DIR [OPTIONS]",
            "",
            "Parameters that you give (--keep, --neighbors, --graph-pcs, --weights, --alpha) stay fixed. Without --clusters",
            "the number of groups is estimated. Runs at most 40 fits; after an interruption the same command continues."
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
@GroupedHelp.Heading("Result")
public final class TuneCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(paramLabel = "DATA", description = "Samples in rows, as for fit.")
    private Path data = Path.of("");

    @Option(
            names = "-o",
            paramLabel = "DIR",
            required = true,
            description = {
                "Output folder, which appears only when it is complete: the folder of the final fit, with tuning.csv (all",
                "fits that were tried) and leaving.csv (features in order of elimination, the last first)."
            })
    private Path folder = Path.of("");

    @Mixin
    private TuneOptions tune = new TuneOptions();

    @Mixin
    private FitOptions fit = new FitOptions();

    @Mixin
    private RunOptions run = new RunOptions();

    @Override
    public Integer call() throws IOException {
        DataInput input = new DataInput(data, fit.data, fit.prepare);
        PluginOptions plugins = PluginOptions.of(command);
        fit.use(plugins);
        List<Optional<Path>> others = plugins.with(List.of(fit.model.graph));
        OutputFolder.check(folder, input, others);
        TuneSpec tuneSpec = tune.spec(fit, command, run.threads);
        fit.output.check(folder, input.inputs(others), run.force || OutputFolder.isResumed(command));
        try (Progress progress = run.progress(command);
                RunFolder target = OutputFolder.createResumable(folder, run, command, progress, true);
                Dataset read = input.read(target, others, progress);
                PreparedData prepared = input.prepare(read, progress)) {
            Optional<RankCurve> curve = SuggestedNumbers.resolveRank(fit, prepared, run.threads, progress);
            TuneSpec ranked =
                    curve.map(found -> tuneSpec.withRank(found.suggested())).orElse(tuneSpec);
            TuneSpec fullSpec = ranked.withBase(ranked.base().withBaselines(!run.noControls));
            Tuner tuner = Tuner.create(prepared, fit.readGraph(prepared, run.threads, progress), fullSpec);
            try (Journal<TuningFit> journal =
                    RunJournal.open(target, tuner, run.force && !OutputFolder.isResumed(command))) {
                TuningProgress tuningProgress = new TuningProgress(tuner, journal, target, progress);
                Optional<TuningResult> tuning = tuningProgress.run();
                if (tuning.isEmpty()) return interrupted(tuningProgress.kept(), target, progress);
                return finish(tuning.get(), curve, tuningProgress, prepared, target, input, progress);
            }
        }
    }

    private int finish(
            TuningResult tuning,
            Optional<RankCurve> curve,
            TuningProgress tuningProgress,
            PreparedData prepared,
            RunFolder target,
            DataInput input,
            Progress progress)
            throws IOException {
        progress.onResultBegun();
        try (Fit fitted = tuning.fit(prepared, progress.forFit(fit.stop.spec()).context())) {
            // an unfinished last fit is discarded: the journal with all others is worth more
            if (progress.isCancelled()) return interrupted(tuningProgress.kept(), target, progress);
            Map<String, Object> more = new LinkedHashMap<>(
                    Runs.save(tuning, prepared.data(), target, ComparisonConsoleReport.commandLine(command)));
            more.putAll(PluginOptions.of(command).summaryEntries());
            curve.ifPresent(found -> more.put("rank_suggested", SuggestedNumbers.toJson(found)));
            new FitWriter(fit, run, progress, input.messages()).write(fitted, target, more);
            progress.finish();
            PrintWriter out = command.commandLine().getOut();
            curve.ifPresent(found -> SuggestedNumbers.print(found, out));
            FitConsoleReport.printTrust(fitted, out);
            input.print(command);
            tuning.sentences().forEach(sentence -> out.println("tuned      " + sentence));
            FitConsoleReport.print(fitted, folder, out);
            fit.output.print(out);
            return fit.stop.strict && !fitted.solution().stop().converged() ? ErrorHandler.NOT_CONVERGED : 0;
        }
    }

    private int interrupted(int done, RunFolder target, Progress progress) {
        return OutputFolder.interrupted(Text.count(done, "fit") + " done", folder, target, progress);
    }
}
