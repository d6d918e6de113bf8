package org.grapnel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.grapnel.Fit;
import org.grapnel.data.Dataset;
import org.grapnel.data.Prepared;
import org.grapnel.io.Journal;
import org.grapnel.io.RunFolder;
import org.grapnel.io.Runs;
import org.grapnel.tune.Tried;
import org.grapnel.tune.TuneSpec;
import org.grapnel.tune.Tuner;
import org.grapnel.tune.Tuning;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grapnel tune DATA -o DIR}: parameters without labels, then the fit. */
@Command(
        name = "tune",
        header = "Choose neighbours, graph weight and number of features without labels, then fit.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel tune genes.csv --clusters 8 -o run",
            "  grapnel tune genes.csv --clusters 8 --keep 50 -o run",
            "  grapnel tune genes.csv -o run",
            "  grapnel tune genes.csv --clusters 8 --neighbors 5 --criterion silhouette -o run",
            "",
            "Usage: grapnel tune DATA -o DIR [OPTIONS]",
            "",
            "What you give (--keep, --neighbors, --alpha) is not chosen. Without --clusters a number of groups is suggested,",
            "and used. About 40 fits; interrupted, the same command goes on."
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n")
@GroupedHelp.Heading("Result")
final class TuneCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(paramLabel = "DATA", description = "Samples in rows, as for fit.")
    private Path data = Path.of("");

    @Option(
            names = "-o",
            paramLabel = "DIR",
            required = true,
            description = {
                "The folder of the result, which appears whole or not at all: that of fit with what was chosen, and",
                "tuning.csv (every fit that was tried), leaving.csv (features, the last to leave first)."
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
        DataFile file = new DataFile(data, fit.data, fit.prepare);
        List<Optional<Path>> others = List.of(fit.model.graph);
        OutputFolder.check(folder, file, others);
        TuneSpec asked = tune.spec(fit, command, run.threads);
        fit.output.check(folder, file.with(others), run.force || RunOptions.resumes(command));
        try (Progress progress = run.progress(command);
                RunFolder target = run.folder(folder, command, progress, true);
                Dataset read = file.read(target, others, progress);
                Prepared prepared = file.prepared(read, progress)) {
            TuneSpec full = asked.withBase(asked.base().withControls(!run.noControls));
            Tuner tuner = Tuner.of(prepared, fit.model.readGraph(prepared, progress), full);
            try (Journal<Tried> journal = Journal.open(target, tuner, run.force && !RunOptions.resumes(command))) {
                Tunings tunings = new Tunings(tuner, journal, target, progress);
                Optional<Tuning> tuning = tunings.run();
                if (tuning.isEmpty()) return interrupted(tunings.kept(), target, progress);
                return finish(tuning.get(), tunings, prepared, target, file, progress);
            }
        }
    }

    private int finish(
            Tuning tuning, Tunings tunings, Prepared prepared, RunFolder target, DataFile file, Progress progress)
            throws IOException {
        progress.expect(fit.stop.spec());
        progress.chosen();
        FitJob job = new FitJob(fit, run, progress, file.said());
        try (Fit fitted = tuning.fit(prepared, progress)) {
            // half of the last fit is not worth the journal of all others
            if (progress.enough()) return interrupted(tunings.kept(), target, progress);
            Map<String, ?> besides = Runs.save(tuning, prepared.data(), target, Standing.commandLine(command));
            job.write(fitted, target, besides);
            job.commit(fitted, target);
            progress.finish();
            file.print(command);
            PrintWriter out = command.commandLine().getOut();
            tuning.sentences().forEach(sentence -> out.println("tuned      " + sentence));
            Findings.print(fitted, folder, out);
            fit.output.print(out);
            return fit.stop.strict && !fitted.solution().stop().converged() ? Failures.NOT_CONVERGED : 0;
        }
    }

    private int interrupted(int done, RunFolder target, Progress progress) {
        return run.interrupted(Text.count(done, "fit") + " done", folder, target, progress);
    }
}
