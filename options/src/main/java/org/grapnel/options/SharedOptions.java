package org.grapnel.options;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.data.Normalization;
import org.grapnel.options.console.Interruption;
import org.grapnel.options.console.Progress;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.start.Start;
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

    /** The specification, with a default for the solver. Rejects options that are wrong for any data. */
    public Spec spec(SolverKind usual) {
        Preconditions.require(
                !fit.solver.isRecommended(),
                "--method recommended needs all samples on one machine; leave it out, or use grapnel fit");
        fit.model.requireNumbers("grapnel-spark fit");
        if (fit.solver.named().isEmpty()) fit.solver.solver = Optional.of(usual.cliName());
        fit.check(run.threads);
        return fit.spec(Start.random(fit.start.seed), 1);
    }

    public Normalization normalize() {
        return fit.prepare.normalize.kind();
    }

    /** Whether the first row of a text table holds names, if the user said so. */
    public Optional<Boolean> header() {
        return fit.data.readOptions().header();
    }

    /** The separator of cells in a text table, if the user gave one. */
    public Optional<Character> delimiter() {
        return fit.data.readOptions().delimiter();
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
