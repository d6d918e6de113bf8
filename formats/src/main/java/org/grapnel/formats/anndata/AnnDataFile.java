package org.grapnel.formats.anndata;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes an AnnData file without the matrix X. The same content gives the same bytes.
 *
 * @param obs a table with a row per sample
 * @param var a table with a row per feature
 * @param obsm matrices with a row per sample
 * @param varm matrices with a row per feature
 * @param obsp sparse matrices with a row and a column per sample
 * @param uns anything else
 */
public record AnnDataFile(
        AnnDataElement obs,
        AnnDataElement var,
        Map<String, AnnDataElement> obsm,
        Map<String, AnnDataElement> varm,
        Map<String, AnnDataElement> obsp,
        Map<String, AnnDataElement> uns) {
    public void write(Path path) throws IOException {
        Map<String, AnnDataElement> parts = new LinkedHashMap<>();
        parts.put("obs", obs);
        parts.put("var", var);
        parts.put("obsm", AnnDataElement.dictionary(obsm));
        parts.put("varm", AnnDataElement.dictionary(varm));
        parts.put("obsp", AnnDataElement.dictionary(obsp));
        parts.put("varp", AnnDataElement.dictionary(Map.of()));
        parts.put("layers", AnnDataElement.dictionary(Map.of()));
        parts.put("uns", AnnDataElement.dictionary(uns));
        try (Hdf5Writer file = new Hdf5Writer(path)) {
            file.finish(AnnDataElement.root(parts).write(file));
        }
    }
}
