package org.grapnel.options.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.grapnel.FitListener;
import org.grapnel.model.Objective;
import org.grapnel.solve.Step;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final StringWriter err = new StringWriter();

    private static Step step(int iteration) {
        return new Step(iteration, 0.1, new Objective(12, 0.5), iteration == 0 ? Double.NaN : 0.25, 0.5, true, 3);
    }

    @Test
    void plainLinesShowPhaseIterationObjectiveChangeAndTime() {
        try (Progress progress = new Progress(new PrintWriter(err), false, new Interruption(), FitListener.none())) {
            progress.onPhase("reading data.csv");
            progress.print(1);
            progress.onPhase("fitting");
            progress.onIteration(step(0));
            progress.print(3);
            progress.onIteration(step(41));
            progress.print(5.04);
        }
        assertThat(err.toString().lines())
                .containsExactly(
                        "reading data.csv, 1.0 s",
                        "fitting: iteration 0, objective 12.5000, 3.0 s",
                        "fitting: iteration 41, objective 12.5000, change 2.50e-01, 5.0 s, about 5 s left");
    }

    @Test
    void theShareOfALongPhaseIsShownUntilTheNextPhase() {
        try (Progress progress = new Progress(new PrintWriter(err), false, new Interruption(), FitListener.none())) {
            progress.onPhase("finding neighbours");
            progress.onProgress(0.25);
            progress.print(4);
            progress.onProgress(1);
            progress.print(8);
            progress.onPhase("grouping");
            progress.print(9);
        }
        assertThat(err.toString().lines().toList())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("finding neighbours: 25 %, 4.0 s"),
                        line -> assertThat(line).isEqualTo("finding neighbours: 100 %, 8.0 s"),
                        line -> assertThat(line).isEqualTo("grouping, 9.0 s"));
    }

    @Test
    void theNumberOfTheFitIsShown() {
        try (Progress progress = new Progress(new PrintWriter(err), false, new Interruption(), FitListener.none())) {
            progress.onRestart(2, 5);
            progress.onPhase("choosing the start");
            progress.onIteration(step(0));
            progress.print(3);
            progress.onPhase("grouping");
            progress.print(4);
        }
        assertThat(err.toString().lines())
                .containsExactly("fit 2 of 5, fitting: iteration 0, objective 12.5000, 3.0 s", "grouping, 4.0 s");
    }

    @Test
    void theProgressLineIsErased() {
        try (Progress progress = new Progress(new PrintWriter(err), true, new Interruption(), FitListener.none())) {
            progress.onPhase("fitting");
            progress.onIteration(step(41));
            progress.print(1);
            progress.onPhase("w");
            progress.print(2);
            progress.printLine("note: stays");
            progress.print(3);
        }
        assertThat(screen(err.toString())).isEqualTo("note: stays");
    }

    @Test
    void nothingIsPrintedAfterTheEndOrInModeNone() {
        Progress progress = new Progress(new PrintWriter(err), false, new Interruption(), FitListener.none());
        progress.close();
        progress.print(9);
        Progress.start(Progress.ProgressMode.NONE, new PrintWriter(err), new Interruption(), FitListener.none())
                .close();
        Progress.start(Progress.ProgressMode.AUTO, new PrintWriter(err), new Interruption(), FitListener.none())
                .close();
        assertThat(err.toString()).isEmpty();
    }

    /** The final text on a terminal: a carriage return moves to the start of the line, and new letters replace old ones. */
    private static String screen(String written) {
        StringBuilder shown = new StringBuilder();
        for (String line : written.replace(System.lineSeparator(), "\n").split("\n", -1)) {
            String cells = "";
            for (String part : line.split("\r", -1))
                cells = part + cells.substring(Math.min(part.length(), cells.length()));
            shown.append(cells.stripTrailing());
        }
        return shown.toString();
    }
}
