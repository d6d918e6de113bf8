package org.grapnel.options;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.grapnel.data.Dataset;
import org.grapnel.data.Recipe;
import org.grapnel.formats.table.ShellWord;
import org.grapnel.options.console.Text;

/** Notes about rows and columns that are most likely no samples and no measurements, and would decide the result. */
public final class TableHints {
    private static final Set<String> TRUTH = Set.of("label", "labels", "class", "target", "gnd", "truth");
    private static final Pattern ID = Pattern.compile("(?i)(.*[_ .-])?(id|ids|index|no|nr|number)|unnamed: 0");
    private static final Pattern TOTAL = Pattern.compile("(?i)(grand )?total|sum|mean|average|median");

    private TableHints() {}

    /** @param labelled whether the labels are known, so that no feature can hold them */
    public static List<String> of(Dataset read, boolean labelled) {
        return find(read, labelled).stream().map(DataHint::text).toList();
    }

    /**
     * Finds these notes with the options that follow them.
     *
     * @param labelled whether the labels are known, so that no feature can hold them
     */
    public static List<DataHint> find(Dataset read, boolean labelled) {
        List<DataHint> hints = new ArrayList<>();
        for (int i = 0; i < read.features().size(); i++) {
            String name = read.features().get(i);
            if (!labelled && TRUTH.contains(name.toLowerCase(Locale.ROOT)))
                hints.add(new DataHint(
                        Text.format(
                                "'%s' is used as a feature; if it holds the true classes, leave it out with %s",
                                name, ShellWord.option("--labels", name)),
                        Map.of("labels", name)));
            else if (ID.matcher(name).matches() && numbersAll(read, i))
                hints.add(new DataHint(
                        Text.format(
                                "'%s' is used as a feature, and every sample has another number there; if it only names the samples, leave it out with %s",
                                name, ShellWord.columns("--drop", List.of(name))),
                        Map.of("drop", List.of(name))));
        }
        read.samples().stream()
                .filter(name -> TOTAL.matcher(name).matches())
                .findFirst()
                .ifPresent(name -> hints.add(DataHint.of(
                        Text.format("'%s' is used as a sample; if it sums up the others, delete its row", name))));
        // words of texts have such names too; that is looked at last, because it takes a pass over the data
        boolean words = !hints.isEmpty()
                && Recipe.suggest(read).filter(recipe -> recipe == Recipe.TEXT).isPresent();
        return words ? List.of() : hints;
    }

    /** Whether a feature has a whole number for every sample, and no number twice. */
    private static boolean numbersAll(Dataset read, int feature) {
        double[] row = new double[read.X().cols()];
        read.X().row(feature, row);
        return row.length > 2
                && Arrays.stream(row).allMatch(x -> x == Math.rint(x))
                && Arrays.stream(row).distinct().count() == row.length;
    }
}
