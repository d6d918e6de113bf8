package org.grapnel.formats;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.grapnel.data.DataException;
import org.grapnel.formats.csv.CsvRowReader;
import org.grapnel.formats.input.CoordinateBuffer;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;

/**
 * Reads a graph over the samples: a Matrix Market adjacency matrix, or a CSV file of edges {@code i,j,weight} counted
 * from 0. The CSV may list an edge once or in both directions.
 */
public final class GraphReader {
    private static final List<String> HEADER = List.of("i", "j", "weight");

    private GraphReader() {}

    /** Reads a graph over this many samples. */
    public static GraphSource read(Path file, int samples) {
        String extension = InputFile.extension(file);
        return switch (extension) {
            case "mtx" -> read(file, in -> MatrixMarketFile.readGraph(in, OptionalInt.of(samples)));
            case "csv" -> read(file, in -> edges(in, samples));
            default ->
                throw new DataException(
                        "%s: unknown file extension '%s' of a graph; supported are .mtx, .csv, each also .gz",
                        file, extension);
        };
    }

    private interface GraphFormat {
        Graph graph(InputFile in) throws IOException;
    }

    private static GraphSource read(Path file, GraphFormat format) {
        return InputFile.read(file, in -> {
            Graph graph = format.graph(in);
            return GraphSource.of(graph, in.source());
        });
    }

    private static Graph edges(InputFile in, int samples) throws IOException {
        CsvRowReader rows = new CsvRowReader(in);
        List<String> header = rows.header();
        if (!header.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList().equals(HEADER))
            throw new DataException(
                    "%s: a list of edges needs the header %s, found '%s'",
                    in.name(), String.join(",", HEADER), Excerpt.of(String.join(",", header)));
        CoordinateBuffer entries = new CoordinateBuffer(in.name(), 0);
        while (rows.next()) {
            rows.requireCells(HEADER.size());
            entries.add(sample(rows, 0, samples), sample(rows, 1, samples), rows.number(2), rows.line());
        }
        entries.requireWeights().requireDistinct(false).mirror(samples);
        return Graph.of(entries.toMatrix(samples, samples), in.name());
    }

    private static int sample(CsvRowReader rows, int c, int samples) {
        double index = rows.number(c);
        if (index >= 0 && index < samples && index == Math.rint(index)) return (int) index;
        throw rows.error(
                c,
                "sample " + rows.text(c) + " does not exist; the data have " + samples + " (0 to " + (samples - 1)
                        + ")");
    }
}
