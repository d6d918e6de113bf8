package org.grapnel.formats.csv;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.DoubleSupplier;
import org.grapnel.formats.input.InputFile;

/**
 * The text of a table as a stream of UTF-8.
 *
 * @param fraction the part that has been read so far, from 0 to 1
 * @param compressed whether the fraction is a rough estimate
 * @param typed whether cells without quotes are numbers with a decimal point, whatever mark the text in quotes has
 */
public record CsvText(InputStream content, DoubleSupplier fraction, boolean compressed, boolean typed) {
    /** The content of a text file. */
    static CsvText of(InputFile in) throws IOException {
        return new CsvText(in.utf8(), in::fractionRead, in.isGzip(), false);
    }
}
