package org.grapnel.runs.write;

import java.io.IOException;
import org.grapnel.compare.Comparison;
import org.grapnel.compare.Trial;
import org.grapnel.runs.json.TrialJson;
import org.grapnel.runs.json.TuningFitJson;
import org.grapnel.runs.resume.Journal;
import org.grapnel.runs.resume.JournalFormat;
import org.grapnel.tune.Tuner;
import org.grapnel.tune.TuningFit;

/** Opens the journal of an unfinished comparison or tuning. */
public final class RunJournal {
    private RunJournal() {}

    /**
     * Creates or continues the journal of a comparison.
     *
     * @param discard whether a journal of another run, or a damaged one, is emptied; otherwise it is refused
     */
    public static Journal<Trial> open(RunFolder folder, Comparison comparison, boolean discard) throws IOException {
        return Journal.open(
                folder.partialFolder(),
                new JournalFormat<>(
                        "comparison", ComparisonSummary.identity(comparison), TrialJson::toMap, TrialJson::read),
                discard);
    }

    /**
     * Creates or continues the journal of a tuning.
     *
     * @param discard whether a journal of another run, or a damaged one, is emptied; otherwise it is refused
     */
    public static Journal<TuningFit> open(RunFolder folder, Tuner tuner, boolean discard) throws IOException {
        return Journal.open(
                folder.partialFolder(),
                new JournalFormat<>("tuning", TuningSummary.identity(tuner), TuningFitJson::toMap, TuningFitJson::read),
                discard);
    }
}
