package org.grapnel.options;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.RecipeHint;
import org.grapnel.formats.ReadOptions;
import org.grapnel.options.console.Interruption;
import org.grapnel.options.console.Progress;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options of {@code grapnel fit} for another program. Options that it does not support are hidden in its help and rejected with a
 * reason; options that it reads differently have their own description.
 */
public final class SharedOptions {
    @Mixin
    private FitOptions fit = new FitOptions();

    @Mixin
    private RunOptions run = new RunOptions();

    /** Hides the rejected options of a command and replaces descriptions; both maps have the longest name as key. */
    public static CommandSpec adapt(CommandSpec command, Map<String, String> refused, Map<String, String> described) {
        List<OptionSpec> options =
                command.options().stream().filter(option -> !option.inherited()).toList();
        for (OptionSpec option : options) { // all of them, to keep their order
            String text = described.get(option.longestName());
            OptionSpec.Builder changed = option.toBuilder().hidden(refused.containsKey(option.longestName()));
            command.remove(option);
            command.addOption((text == null ? changed : changed.description(text)).build());
        }
        return command;
    }

    /** Rejects unsupported options that were given; {@code refused} holds the reason for each. */
    public static void refuse(ParseResult given, Map<String, String> refused) {
        for (OptionSpec option : given.matchedOptionsSet()) {
            String reason = refused.getOrDefault(option.longestName(), "");
            Preconditions.require(reason.isEmpty(), "%s is not supported: %s", option.longestName(), reason);
        }
    }

    /**
     * The specification, made as that of {@code grapnel fit}: the recommended method where no solver is named. Rejects options that are wrong
     * for any data.
     */
    public Spec spec() {
        fit.model.requireNumbers("grapnel-spark fit");
        fit.check(1);
        return fit.spec(fit.start.start(fit.defaults(1).start()), 1).withBaselines(!run.noControls);
    }

    /** The paper's method with these options, for a model whose recommended method is not available. */
    public Spec paper() {
        fit.solver.solver = Optional.of(SolverKind.ACCPALM.cliName());
        return spec();
    }

    /** The solver that was named, by --solver or by --method paper. */
    public Optional<SolverKind> solver() {
        return fit.solver.named();
    }

    /** Whether --method recommended was given. */
    public boolean isRecommended() {
        return fit.solver.isRecommended();
    }

    /** The starting point that was named. */
    public Optional<SeedOptions.StartKind> init() {
        return fit.start.init;
    }

    /** How the data are prepared; see {@link PreparationOptions#resolve}. */
    public Preparation preparation(Supplier<Optional<RecipeHint>> look, List<String> notes) {
        return fit.prepare.resolve(look, notes);
    }

    /** The preparation as far as it is known before the data are. */
    public Preparation preparation() {
        return fit.prepare.spec();
    }

    /** Whether the preparation is the one that the data look like. */
    public boolean isPreparationOpen() {
        return fit.prepare.dependsOnData();
    }

    /** How the table is read. */
    public ReadOptions readOptions() {
        return fit.data.readOptions();
    }

    /** The shape of the pictures that the features are the pixels of, if one was given. */
    public Optional<Dataset.ImageShape> picture() {
        return fit.data.picture.map(DataOptions::picture);
    }

    /** Entries of summary.json about how the data were read. */
    public Map<String, Object> dataEntries() {
        return fit.data.summaryEntries();
    }

    /** Whether an existing folder may be replaced. */
    public boolean force() {
        return run.force;
    }

    /** The exit code of a finished run. */
    public int exitCode(boolean converged, boolean interrupted) {
        if (interrupted) return Interruption.CODE;
        return fit.stop.strict && !converged ? ErrorHandler.NOT_CONVERGED : 0;
    }

    public Progress progress(CommandSpec command) {
        return run.progress(command);
    }
}
