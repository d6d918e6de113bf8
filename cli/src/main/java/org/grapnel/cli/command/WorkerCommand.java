package org.grapnel.cli.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import org.grapnel.cli.worker.Worker;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code grapnel worker}: runs commands for another program. */
@Command(
        name = "worker",
        header = "Serve fits to another program over its standard streams.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel worker",
            "",
            "Usage: grapnel worker",
            "",
            "The Python package grapnel starts it. docs/worker.md describes the messages. It ends when its input ends."
        },
        synopsisHeading = "")
public final class WorkerCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        try (OutputStream messages = new FileOutputStream(FileDescriptor.out)) {
            System.setOut(System.err); // whatever a library prints must not damage the messages
            return Worker.serve(ResumableProgram.of(command)::listeningTo, System.in, messages);
        }
    }
}
