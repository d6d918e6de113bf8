package org.grapnel.formats.csv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.grapnel.data.DataException;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOverview;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.table.ColumnSelection;
import org.grapnel.formats.table.MissingWords;
import org.grapnel.formats.table.TableOverviewBuilder;
import org.grapnel.formats.table.TableSample;

/** Looks at the first rows of a CSV file as its reader does, but refuses no column. */
final class CsvOverview {
    private CsvOverview() {}

    static TableOverview of(InputFile in, ReadOptions options, CsvHeader header) {
        int width = header.names.size();
        Set<String> missing = MissingWords.of(options);
        boolean[] everything = new boolean[width];
        Arrays.fill(everything, true);
        TableSample all = new CsvSampler(header, options, everything, missing).read(-1, Set.of());
        ColumnSelection selection;
        TableSample read;
        int names;
        if (options.featuresInRows()) {
            selection = ColumnSelection.ofFeatures(in.name(), header.names, options);
            names = CsvFeatureRows.nameColumn(header, selection, missing);
            read = CsvFeatureRows.sample(header, selection, options, names, missing);
        } else {
            selection = ColumnSelection.ofSamples(in.name(), header.names, options);
            read = CsvSampleRows.sample(header, selection, options, missing);
            names = CsvSampleRows.nameColumn(header, selection, read);
        }
        return new TableOverviewBuilder(
                        in.name(), selection, header.unnamed, names, read, all, cells(in, header), options)
                .build();
    }

    /** The first cells of each column; a row with a fault, which the reader reports, ends them. */
    private static List<List<String>> cells(InputFile in, CsvHeader header) {
        int width = Math.min(header.names.size(), TableOverview.MOST_COLUMNS);
        List<List<String>> columns = new ArrayList<>();
        for (int c = 0; c < width; c++) columns.add(new ArrayList<>());
        CsvCellScanner cells = new CsvCellScanner(header.delimiter, header.comments).withWidth(header.names.size());
        cells.scan(header.block.bytes, 0, header.block.length).moveTo(header.start, header.line);
        try {
            for (int row = 0; row < TableOverview.MOST_ROWS && cells.nextRow(); row++) {
                List<String> texts = cells.readRow(in.name(), 0);
                for (int c = 0; c < width; c++) columns.get(c).add(c < texts.size() ? texts.get(c) : "");
            }
        } catch (DataException e) {
            return columns;
        }
        return columns;
    }
}
