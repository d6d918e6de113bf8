package org.grapnel.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The results of all experiments.
 *
 * @param repeats the number of starts for each mean
 * @param skipped notes about missing data sets
 * @param notes notes about the data
 */
record ExperimentResults(
        int repeats,
        List<Table1> table1,
        List<Table2> table2,
        List<Table3> table3,
        Optional<Figure2> figure2,
        List<Figure3> figure3,
        List<Figure4> figure4,
        List<String> skipped,
        List<String> notes) {
    ExperimentResults {
        table1 = List.copyOf(table1);
        table2 = List.copyOf(table2);
        table3 = List.copyOf(table3);
        figure3 = List.copyOf(figure3);
        figure4 = List.copyOf(figure4);
        skipped = List.copyOf(skipped);
        notes = List.copyOf(notes);
    }

    Optional<Table1> table1(PaperData data) {
        return table1.stream().filter(table -> table.data() == data).findFirst();
    }

    Optional<Table2> table2(PaperData data) {
        return table2.stream().filter(table -> table.data() == data).findFirst();
    }

    Optional<Table3> table3(PaperData data) {
        return table3.stream().filter(table -> table.data() == data).findFirst();
    }

    Optional<Figure3> figure3(PaperData data) {
        return figure3.stream().filter(figure -> figure.data() == data).findFirst();
    }

    Optional<Figure4> figure4(PaperData data) {
        return figure4.stream().filter(figure -> figure.data() == data).findFirst();
    }

    /** The trials of Tables 1 and 2 and of Figure 2C. */
    List<TableTrials> trialTables() {
        List<TableTrials> trialTables = new ArrayList<>();
        table1.forEach(table -> trialTables.add(table.trials()));
        table2.forEach(table -> trialTables.add(table.trials()));
        figure2.ifPresent(figure -> trialTables.addAll(figure.trialTables()));
        return trialTables;
    }
}
