package org.grapnel.paper;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.Grapnel;

/** Writes {@code reproduction.md}: our numbers beside the paper's, our choices, and which claims held. */
final class ReproductionPage {
    private final StringBuilder text = new StringBuilder();

    private ReproductionPage() {}

    static String text(Paper paper, ExperimentResults results, List<Claim> claims) {
        ReproductionPage page = new ReproductionPage();
        page.head(paper, results);
        page.claims(claims);
        page.tables(results);
        page.figures(results);
        page.choices(results);
        return page.text.toString();
    }

    private void head(Paper paper, ExperimentResults results) {
        String part = paper.parts().size() == Paper.PaperPart.values().length
                ? "all"
                : paper.parts().stream().map(Paper.PaperPart::cliName).sorted().collect(Collectors.joining(" "));
        line("# Reproduction of the paper's experiments");
        line("");
        line("Written by Grapnel %s, not by hand:", Grapnel.version());
        line("");
        line("```sh");
        boolean needsData = paper.parts().stream().anyMatch(Paper.PaperPart::needsData);
        line(
                "./grapnel paper %s%s -o DIR%s      # this page is DIR/reproduction.md",
                part,
                needsData ? " --data FOLDER" : "",
                results.repeats() == 10 ? "" : " --repeats " + results.repeats());
        line("```");
        line("");
        if (needsData)
            line(
                    "FOLDER holds the data sets by name: %s.",
                    Arrays.stream(PaperData.values())
                            .map(data -> data + " as " + data.fileNames())
                            .collect(Collectors.joining("; ")));
        line(
                "Scores are in percent: mean ± standard deviation (with M − 1) over %s. All numbers but the seconds are"
                        + " the same on every machine of one kind, for any number of threads.",
                SectionTexts.starts(results.repeats()));
        line("");
        for (String note : results.skipped()) line("- %s", note);
        for (String note : results.notes()) line("- %s", note);
        if (!results.skipped().isEmpty() || !results.notes().isEmpty()) line("");
    }

    private void claims(List<Claim> claims) {
        line("## What the paper claims");
        line("");
        line(
                "%d held, %d did not hold, %d were not run. The program decides each claim from the numbers beside it.",
                count(claims, Claim.Verdict.HELD),
                count(claims, Claim.Verdict.DID_NOT_HOLD),
                count(claims, Claim.Verdict.NOT_RUN));
        line("");
        text.append(claimsTable(claims).markdown());
        line("Rules for when a claim holds:");
        line("");
        Claims.rules().forEach(rule -> line("- %s", rule));
        line("");
    }

    static long count(List<Claim> claims, Claim.Verdict verdict) {
        return claims.stream().filter(claim -> claim.verdict() == verdict).count();
    }

    static TextTable claimsTable(List<Claim> claims) {
        return new TextTable(
                "Claims",
                List.of("where", "the paper says", "measured", "verdict"),
                claims.stream()
                        .map(claim -> List.of(
                                claim.where(),
                                claim.says(),
                                claim.measured(),
                                claim.verdict().toString()))
                        .toList());
    }

    private void tables(ExperimentResults results) {
        if (!results.table1().isEmpty()) section("Table 1: nine methods", SectionTexts.TABLE1);
        results.table1().forEach(table -> text.append(table.toTextTable().markdown()));
        if (!results.table2().isEmpty()) section("Table 2: how many features", SectionTexts.TABLE2);
        results.table2().forEach(table -> text.append(table.toTextTable().markdown()));
        if (!results.table3().isEmpty()) section("Table 3: four solvers", SectionTexts.TABLE3);
        results.table3().forEach(table -> text.append(table.toTextTable().markdown()));
    }

    private void figures(ExperimentResults results) {
        results.figure2().ifPresent(figure -> {
            section("Figure 2: synthetic data", SectionTexts.FIGURE2);
            text.append(figure.toTextTable().markdown());
        });
        if (!results.figure3().isEmpty()) section("Figure 3: which β", SectionTexts.FIGURE3);
        results.figure3().forEach(figure -> text.append(figure.toTextTable().markdown()));
        if (!results.figure4().isEmpty()) {
            section("Figure 4: t-SNE", SectionTexts.FIGURE4);
            text.append(Figure4.toTextTable(results.figure4()).markdown());
        }
    }

    private void choices(ExperimentResults results) {
        section(
                "Choices that the paper does not state",
                "The paper states the tolerance 1e-3 on the relative change, k-means on H, and ten repetitions.");
        text.append(SectionTexts.choices(results.repeats()).markdown());
    }

    private void section(String title, String about) {
        line("## %s", title);
        line("");
        line("%s", about);
        line("");
    }

    private void line(String pattern, Object... values) {
        text.append(TextTable.format(pattern, values)).append('\n');
    }
}
