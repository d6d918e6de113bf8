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
 * The options of {@code grapnel fit} for a command that fits elsewhere: the same words with the same meaning and the same text. What it cannot do is not in its
 * help, and refused with the reason; what it reads in another way has another text.
 */
public final class SharedOptions {
    @Mixin
    private FitOptions fit = new FitOptions();

    @Mixin
    private RunOptions run = new RunOptions();

    /** Makes a command's model fit: options that are refused vanish from its help, others are described anew. */
    public static CommandSpec adapt(CommandSpec command, Map<String, String> refused, Map<String, String> described) {
        List<OptionSpec> options =
                command.options().stream().filter(option -> !option.inherited()).toList();
        for (OptionSpec option : options) { // all, so that they keep their order
            String text = described.get(option.longestName());
            OptionSpec.Builder changed = option.toBuilder().hidden(refused.containsKey(option.longestName()));
            command.remove(option);
            command.addOption((text == null ? changed : changed.description(text)).build());
        }
        return command;
    }

    /** Refuses what was given and cannot be followed; {@code refused} has the reason for every option. */
    public static void refuse(ParseResult given, Map<String, String> refused) {
        for (OptionSpec option : given.matchedOptionsSet()) {
            String reason = refused.getOrDefault(option.longestName(), "");
            Preconditions.require(reason.isEmpty(), "%s does not go here: %s", option.longestName(), reason);
        }
    }

    /** What is asked for, with this solver where none is named; refuses what no data can make right. */
    public Spec spec(SolverKind usual) {
        Preconditions.require(
                !fit.solver.isRecommended(),
                "--method recommended needs all samples on one machine; leave it out, or use grapnel fit");
        if (fit.solver.named().isEmpty()) fit.solver.solver = Optional.of(usual.cliName());
        fit.check(run.threads);
        return fit.spec(Start.random(fit.start.seed), 1);
    }

    public Normalization normalize() {
        return fit.prepare.normalize;
    }

    /** Whether a text table begins with names, as far as that was said. */
    public Optional<Boolean> header() {
        return fit.data.readOptions().header();
    }

    /** What stands between the cells of a text table, as far as that was said. */
    public Optional<Character> delimiter() {
        return fit.data.readOptions().delimiter();
    }

    /** Whether a folder that exists may be replaced. */
    public boolean force() {
        return run.force;
    }

    /** The exit code of a run that ended like this. */
    public int exitCode(boolean converged, boolean interrupted) {
        if (interrupted) return Interruption.CODE;
        return fit.stop.strict && !converged ? ErrorHandler.NOT_CONVERGED : 0;
    }

    public Progress progress(CommandSpec command) {
        return run.progress(command);
    }
}
