package org.grapnel.spark.testing;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.grapnel.spark.GraphNmfModel;

/** Loads a model in another process, and writes the bits of its results for a Parquet file. */
public final class ModelTransformProcess {
    private ModelTransformProcess() {}

    public static void main(String[] args) throws IOException {
        Dataset<Row> data = LocalSpark.session().read().parquet(args[1]);
        Files.writeString(Path.of(args[2]), bits(GraphNmfModel.load(args[0]), data));
        LocalSpark.session().stop();
    }

    /** Returns the bits of transformed rows and fitted factors, by id, and the summary. */
    public static String bits(GraphNmfModel model, Dataset<Row> data) {
        StringBuilder text = new StringBuilder();
        for (Row row : model.transform(data)
                .select("id", "factors", "cluster")
                .union(model.factors())
                .orderBy("id", "cluster")
                .collectAsList()) {
            text.append(row.getString(0));
            for (double h : ((Vector) row.get(1)).toArray())
                text.append(String.format(Locale.ROOT, " %016x", Double.doubleToRawLongBits(h)));
            text.append(' ').append(row.getInt(2)).append('\n');
        }
        return text.append(model.summary()).toString();
    }

    /** Returns {@link #bits} from another process. */
    public static String transformInNewProcess(Path model, Path data, Path folder)
            throws IOException, InterruptedException {
        Path out = folder.resolve("bits");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx1g");
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(arg -> arg.startsWith("--add-opens") || arg.startsWith("-Dgrapnel."))
                .forEach(command::add);
        command.add("-Dgrapnel.blas=" + System.getProperty("grapnel.blas", "auto"));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(ModelTransformProcess.class.getName());
        command.addAll(List.of(model.toString(), data.toString(), out.toString()));
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int exit = process.waitFor();
        if (exit != 0) throw new AssertionError("the other process ended with " + exit + ":\n" + Files.readString(log));
        return Files.readString(out);
    }
}
