package org.grapnel.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Checks the claims of the paper against the results. A claim about a missing data set was not run. */
final class Claims {
    private Claims() {}

    /** The claims about these parts of the paper. */
    static List<Claim> check(Set<Paper.PaperPart> parts, ExperimentResults results) {
        List<Claim> claims = new ArrayList<>();
        for (Paper.PaperPart part : Paper.PaperPart.values())
            if (parts.contains(part))
                claims.addAll(
                        switch (part) {
                            case TABLE1 -> each(data -> Table1Claims.check(data, results.table1(data)));
                            case TABLE2 -> each(data -> Table2Claims.check(data, results.table2(data)));
                            case TABLE3 -> each(data -> Table3Claims.check(data, results.table3(data)));
                            case FIGURE2 -> FigureClaims.figure2(results.figure2());
                            case FIGURE3 -> each(data -> FigureClaims.figure3(data, results.figure3(data)));
                            case FIGURE4 -> each(data -> FigureClaims.figure4(data, results.figure4(data)));
                        });
        return List.copyOf(claims);
    }

    private static List<Claim> each(Function<PaperData, List<Claim>> claims) {
        return Arrays.stream(PaperData.values())
                .map(claims)
                .flatMap(List::stream)
                .toList();
    }

    /** The rules that decide when a claim holds. */
    static List<String> rules() {
        return Stream.of(Table1Claims.RULES, Table2Claims.RULES, Table3Claims.RULES, FigureClaims.RULES)
                .flatMap(List::stream)
                .toList();
    }
}
