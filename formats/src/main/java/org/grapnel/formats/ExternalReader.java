package org.grapnel.formats;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.plugin.Extension;

/** The reader of a plugin. A fault of the data passes; any other exception names the plugin. */
record ExternalReader(Extension<ReaderPlugin> extension) implements DatasetReader {
    private static final String KIND = "reader";

    private <R> R call(String method, Supplier<R> work) {
        return extension.call(KIND, method, work, DataException.class);
    }

    @Override
    public List<String> extensions() {
        return call("extensions", () -> List.copyOf(extension.part().extensions()));
    }

    @Override
    public boolean supportsGzip() {
        return call("supportsGzip", extension.part()::supportsGzip);
    }

    @Override
    public boolean supports(Path path) {
        return call("supports", () -> extension.part().supports(path));
    }

    @Override
    public String formatName(Path path) {
        return call("formatName", () -> extension.part().formatName(path));
    }

    @Override
    public Set<String> tableOptions() {
        return call("tableOptions", extension.part()::tableOptions);
    }

    @Override
    public Dataset read(Path file, ReadOptions options) {
        return call("read", () -> extension.part().read(file, options));
    }

    @Override
    public Dataset read(Path file, ReadOptions options, Consumer<String> notice) {
        return call("read", () -> extension.part().read(file, options, notice));
    }

    @Override
    public List<String> labelCandidates(Path file, ReadOptions options) {
        return call("labelCandidates", () -> extension.part().labelCandidates(file, options));
    }

    @Override
    public Optional<String> locate(Path file, ReadOptions options, int feature, int sample) {
        return call("locate", () -> extension.part().locate(file, options, feature, sample));
    }
}
