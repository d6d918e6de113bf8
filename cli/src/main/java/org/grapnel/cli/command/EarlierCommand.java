package org.grapnel.cli.command;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runtime.Preconditions;

/**
 * The command of an unfinished run that version 0.1 began, in the words of this version. The default method is another one since 0.2, so
 * the method of 0.1 is named. Fits and reproductions of the paper are continued; tunings and comparisons are not, because they judge other
 * methods now.
 */
final class EarlierCommand {
    private EarlierCommand() {}

    /** Returns the words that continue the run, which are those of the manifest if this version began it. */
    static List<String> words(RunManifest run, String folder) {
        if (!run.isFromFirstVersion()) return run.words();
        String command = run.words().get(0);
        Preconditions.require(
                !command.equals("tune") && !command.equals("compare"),
                "%s was started by Grapnel %s, whose %s judged other methods than this version; start again with --force: grapnel %s",
                folder,
                run.version(),
                command,
                String.join(" ", run.words()));
        List<String> words = new ArrayList<>(run.words());
        words.replaceAll(word -> word.equals("--missing") || word.startsWith("--missing=")
                ? "--missing-words" + word.substring(9)
                : word);
        if (!command.equals("fit")) return words;
        boolean named = contains(words, "--solver") || contains(words, "--method", "paper");
        boolean selected = contains(words, "--select");
        boolean paper = contains(words, "--select", "model") || contains(words, "--graph-term", "trace");
        if (named && contains(words, "--solver", "best-support") && !selected) addOption(words, "--select", "model");
        if (!named && !paper && !usesEntries(words)) addOption(words, "--solver", "best-support");
        return words;
    }

    /** Whether the model limits entries of W or is a k-means, which best-support does not solve. */
    private static boolean usesEntries(List<String> words) {
        return List.of("nmf-l0", "nmf-lc0", "gnmf-l0", "gnmf-lc0", "kmeans", "kmeans-l0").stream()
                .anyMatch(model -> contains(words, "--model", model));
    }

    private static void addOption(List<String> words, String option, String value) {
        words.add(option);
        words.add(value);
    }

    private static boolean contains(List<String> words, String option) {
        return words.stream().anyMatch(word -> word.equals(option) || word.startsWith(option + "="));
    }

    private static boolean contains(List<String> words, String option, String value) {
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equals(option + "=" + value)) return true;
            if (words.get(i).equals(option)
                    && i + 1 < words.size()
                    && words.get(i + 1).equals(value)) return true;
        }
        return false;
    }
}
