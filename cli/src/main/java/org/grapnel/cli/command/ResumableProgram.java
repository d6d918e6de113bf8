package org.grapnel.cli.command;

import org.grapnel.FitListener;
import org.grapnel.options.CommandRunner;
import picocli.CommandLine.Model.CommandSpec;

/** A program whose commands can continue an unfinished run. */
public interface ResumableProgram extends CommandRunner {
    /** Whether the arguments are those of an unfinished run. */
    boolean isResumed();

    /** The program for the arguments of an unfinished run. */
    ResumableProgram resumed();

    /** A program with an interruption of its own, whose commands also report their progress to a listener. */
    CommandRunner listeningTo(FitListener listener);

    /** The program that a command belongs to. */
    static ResumableProgram of(CommandSpec command) {
        return (ResumableProgram) command.root().userObject();
    }
}
