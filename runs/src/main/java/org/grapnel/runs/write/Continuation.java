package org.grapnel.runs.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataSource;
import org.grapnel.runs.resume.Directories;
import org.grapnel.runs.resume.ResumeState;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runtime.Preconditions;

/** Decides whether a run continues what an unfinished run left, and keeps the manifest of the folder. */
final class Continuation {
    private final Path named;
    private final Request request;
    private final PartialFolder partial;
    private final ResumeState state;
    private boolean continued;
    private boolean sameCommand;
    private boolean replacedStale;

    /**
     * How a folder is opened.
     *
     * @param force replace an older result, and discard an unfinished run that cannot be continued
     * @param command the manifest of the command, if it can be resumed
     * @param journaled whether the command keeps a journal, which itself refuses entries of another run
     * @param resume whether only an unfinished run is continued
     */
    record Request(boolean force, Optional<RunManifest> command, boolean journaled, boolean resume) {}

    private Continuation(Path named, Request request, PartialFolder partial) {
        this.named = named;
        this.request = request;
        this.partial = partial;
        state = partial.state();
    }

    /**
     * Prepares {@code DIR.partial}: with what an unfinished run left, or new.
     *
     * @param named the folder as the user wrote it, for messages
     */
    static Continuation begin(Path named, Request request, PartialFolder partial) throws IOException {
        Continuation continuation = new Continuation(named, request, partial);
        continuation.begin();
        return continuation;
    }

    /** Whether {@code DIR} holds what the run to be resumed had committed when it was interrupted. */
    static boolean ownsTarget(PartialFolder partial) throws IOException {
        Optional<RunManifest> committed = partial.targetState().readableManifest();
        if (committed.isEmpty()) return false;
        Optional<RunManifest> killed = partial.state().readableManifest();
        return killed.isEmpty() || killed.orElseThrow().isSameCommand(committed.orElseThrow());
    }

    private void begin() throws IOException {
        Optional<RunManifest> before = request.force ? state.readableManifest() : state.manifest();
        sameCommand = isSameCommand(before);
        continued = request.resume
                ? before.isPresent()
                : (request.journaled && state.hasJournal()) || (sameCommand && state.isResumable());
        Preconditions.require(
                request.force || continued || !state.isResumable(),
                "%s.partial holds an unfinished run%s: continue it with grapnel resume %s, choose another folder, or remove it with --force",
                named,
                before.map(run -> " (grapnel " + String.join(" ", run.words()) + ")")
                        .orElse(""),
                named);
        if (continued) {
            state.requireNoLinks();
            state.removeResults();
            if (request.force && !sameCommand && Files.isDirectory(state.checkpoints()))
                Directories.deleteTree(state.checkpoints());
        } else {
            replacedStale = partial.create();
            if (request.resume) adoptInterruptedResult();
        }
        if (request.command.isPresent() && state.readableManifest().isEmpty())
            request.command.orElseThrow().write(partial.path());
    }

    private boolean isSameCommand(Optional<RunManifest> before) {
        if (before.isEmpty() || request.command.isEmpty()) return false;
        RunManifest was = before.orElseThrow();
        RunManifest is = request.command.orElseThrow();
        if (!request.resume && !was.isSameCommand(is)) return false;
        boolean sameVersion =
                request.resume ? was.isContinuedBy(is.version()) : was.version().equals(is.version());
        Preconditions.require(
                sameVersion || (request.force && !request.resume),
                "%s was begun by Grapnel %s, and this is Grapnel %s, whose numbers may differ in their last bits: repeat the command with --force",
                named,
                was.version(),
                is.version());
        return sameVersion;
    }

    /** Continues from the result of an interrupted run, which stays until there is a newer one. */
    private void adoptInterruptedResult() throws IOException {
        ResumeState interrupted = partial.targetState();
        Optional<RunManifest> run = interrupted.manifest();
        sameCommand = isSameCommand(run);
        if (!sameCommand) return;
        interrupted.requireNoLinks();
        interrupted.copyTo(state, run.orElseThrow());
        continued = true;
    }

    /** Writes the hashes of the inputs to the manifest; refuses to continue where they have changed. */
    void recordInputs(List<DataSource> data, List<Path> others) throws IOException {
        if (request.command.isEmpty()) return;
        Optional<RunManifest> before = state.readableManifest();
        RunManifest now = request.command.orElseThrow().withInputs(data, others);
        if (request.resume) now = now.inDirectoryOf(before.orElse(now));
        if (continued && sameCommand && before.isPresent()) { // the journal of another command checks this itself
            Optional<String> change = before.orElseThrow().describeChange(now);
            Preconditions.require(
                    change.isEmpty() || (request.force && !request.resume),
                    "%s; start again with --force: grapnel %s",
                    change.orElse(""),
                    String.join(" ", before.orElseThrow().words()));
            if (change.isPresent()) state.removeProgress();
        }
        // the manifest of another command stays until the journal has accepted this one
        if (!continued || sameCommand || request.force) now.write(partial.path());
    }

    boolean isContinued() {
        return continued;
    }

    boolean hasReplacedStale() {
        return replacedStale;
    }
}
