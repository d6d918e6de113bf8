package org.grapnel.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.grapnel.PassingOn;
import org.grapnel.compare.Contender;
import org.grapnel.compare.Contest;
import org.grapnel.compare.Spectator;
import org.grapnel.compare.Trial;
import org.grapnel.io.Journal;
import org.grapnel.io.RunFolder;

/** The trials of a comparison: each is put into the journal, and the terminal hears how far it is. */
final class Trials extends PassingOn implements Spectator {
    private final Progress progress;
    private final Contest contest;
    private final Journal<Trial> journal;
    private final RunFolder folder;
    private final TrialsLeft left;

    Trials(Contest contest, Journal<Trial> journal, RunFolder folder, Progress progress) {
        super(progress);
        this.progress = progress;
        this.contest = contest;
        this.journal = journal;
        this.folder = folder;
        left = new TrialsLeft(
                contest.contenders(), contest.protocol().repeats(), journal.done(), () -> System.nanoTime() * 1e-9);
    }

    /** All that are done, in the end. */
    List<Trial> run() {
        if (!journal.done().isEmpty())
            progress.say(Text.format(
                    "continuing: %d of %d trials are done", journal.done().size(), contest.size()));
        return contest.run(journal.done(), this);
    }

    @Override
    public void begins(Contender contender, int repeat, int done) {
        left.begins(contender.name());
        progress.task(
                Text.format(
                        "trial %d of %d, %s, seed %d",
                        done + 1,
                        contest.size(),
                        contender.name(),
                        contest.protocol().seed(repeat)),
                left::seconds);
    }

    @Override
    public void ended(Trial trial) {
        try {
            journal.add(trial);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        folder.keep();
        left.ended();
    }
}
