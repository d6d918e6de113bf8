package org.grapnel.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.grapnel.data.CellException;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.FeatureScaling;
import org.grapnel.data.Imputation;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.data.Recipe;
import org.grapnel.data.RecipeHint;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.model.Loss;
import org.grapnel.runtime.Preconditions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that transform the data before the fit, applied in the order of the help. */
@GroupedHelp.Heading("Preparation, in this order")
public final class PreparationOptions {
    /** The words of {@code --recipe}. */
    enum RecipeName {
        NONE,
        COUNTS,
        TEXT,
        PICTURES,
        AUTO;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--recipe",
            paramLabel = "WORD",
            description = {
                "A usual preparation. counts: --normalize total --log1p; text: --normalize tfidf;",
                "pictures: --normalize max; auto: the one that the data look like; none. Default: ${DEFAULT-VALUE}"
            })
    RecipeName recipe = RecipeName.NONE;

    @Option(names = "--log1p", description = "Replace x by log(1 + x), for counts.")
    boolean log1p;

    @Option(
            names = "--clip",
            paramLabel = "Q",
            description = {
                "Limit the values of each feature to their quantile Q, for instance 0.99; zeros do not count.",
                "Default: off"
            })
    Optional<Double> clip = Optional.empty();

    @Option(
            names = "--impute",
            paramLabel = "WORD",
            description = {
                "Replace missing values by zero or by the mean of their feature; none: reject them.",
                "Default: ${DEFAULT-VALUE}"
            })
    Imputation impute = Imputation.NONE;

    @Option(
            names = "--missing",
            paramLabel = "WORD",
            description = {
                "refuse: reject missing numbers, unless --impute fills them; model: leave them out of the loss, and complete",
                "them where a whole matrix is needed. Default: refuse, with --mask or --entry-weights model"
            })
    Optional<String> missing = Optional.empty();

    @Option(names = "--drop-constant", description = "Drop features that have the same value in all samples.")
    boolean dropConstant;

    @Option(
            names = "--top-variance",
            paramLabel = "M",
            description = "Keep only the M features of largest variance. Default: all")
    Optional<Integer> topVariance = Optional.empty();

    @Option(
            names = "--normalize",
            paramLabel = "WORD",
            description = {
                "none; total[:T]: scale each sample to the sum T, by default the median sum, before --log1p;",
                "max: divide X by its largest entry; minmax: scale X to [0, 1], negative numbers too;",
                "l2: scale each sample to length 1; tfidf: weigh down words that most texts have, then l2.",
                "Default: ${DEFAULT-VALUE}"
            })
    public NormalizeOption normalize = NormalizeOption.of(Normalization.NONE);

    @Option(
            names = "--feature-scale",
            paramLabel = "WORD",
            description = {
                "none; unit: scale each feature to length 1, so that large ones are not kept for their size alone;",
                "shift-unit: subtract its minimum first. Default: ${DEFAULT-VALUE}"
            })
    FeatureScaling featureScale = FeatureScaling.NONE;

    @Mixin
    public WeightOptions weights = new WeightOptions();

    /**
     * Prepares the data of a file and adds the notes. An error in an entry names its line and column in a text file, and remedies that go with the loss.
     */
    public PreparedData prepare(Dataset read, Loss loss, List<String> notes, Path file, ReadOptions options) {
        List<String> first = new ArrayList<>();
        Preparation found = resolve(() -> RecipeHint.of(read), first);
        first.addAll(notes);
        try {
            PreparedData prepared = found.apply(read);
            first.addAll(prepared.notes().stream().map(OptionNames::translate).toList());
            return prepared.replaceNotes(first);
        } catch (CellException e) {
            throw located(loss == Loss.KL ? e.forCounts() : e, file, options);
        }
    }

    /**
     * Returns the preparation with the steps of its recipe, and notes the recipe that the data look like if none was named.
     *
     * @param look looks at the data; called only where the recipe depends on them
     */
    public Preparation resolve(Supplier<Optional<RecipeHint>> look, List<String> notes) {
        return spec(recipe(look, notes));
    }

    /** Whether the recipe is the one that the data look like. */
    public boolean dependsOnData() {
        return recipe == RecipeName.AUTO;
    }

    private Recipe recipe(Supplier<Optional<RecipeHint>> look, List<String> notes) {
        if (recipe != RecipeName.AUTO && recipe != RecipeName.NONE) return named();
        boolean asked = recipe == RecipeName.AUTO;
        if (!asked && !spec(Recipe.NONE).equals(Preparation.none())) return Recipe.NONE; // the user prepares the data
        Optional<RecipeHint> hint = look.get();
        if (asked)
            notes.add(hint.map(found -> "--recipe auto is " + found.recipe() + " ("
                            + found.recipe().content() + "): " + found.why())
                    .orElse("--recipe auto changes nothing: the data look like none of counts, text, pictures"));
        else
            hint.filter(found -> found.recipe() != Recipe.PICTURES).ifPresent(found -> notes.add(advice(found, false)));
        return asked ? hint.map(RecipeHint::recipe).orElse(Recipe.NONE) : Recipe.NONE;
    }

    /**
     * Says what data look like and which options prepare them.
     *
     * @param isSizeKnown whether the data say how large their pictures are
     */
    public static String advice(RecipeHint hint, boolean isSizeKnown) {
        boolean needsSize = hint.recipe() == Recipe.PICTURES && !isSizeKnown;
        String size = needsSize ? ", and --picture HxW (height x width) to see them" : "";
        return hint.why() + ": try --recipe " + hint.recipe() + size;
    }

    private Recipe named() {
        return Recipe.valueOf(recipe.name());
    }

    /** Adds the line and column of a text file to an error in an entry. */
    public static DataException located(CellException e, Path file, ReadOptions options) {
        String which = e.isOneOfMany() ? "; the first is in " : "; it is in ";
        return Datasets.locate(file, options, e.feature(), e.sample())
                .map(place -> new DataException(e.getMessage() + which + place, e))
                .orElse(e);
    }

    /** The preparation that was named; one that is found in the data is added when they are read. Rejects contradictions. */
    public Preparation spec() {
        return spec(recipe == RecipeName.AUTO ? Recipe.NONE : named());
    }

    private Preparation spec(Recipe with) {
        int most = topVariance.orElse(1);
        Preconditions.require(most >= 1, "--top-variance must be at least 1, got %d", most);
        double quantile = clip.orElse(0.5);
        Preconditions.require(
                quantile > 0 && quantile < 1, "--clip must be between 0 and 1, such as 0.99, got %s", quantile);
        boolean agrees = normalize.kind() == Normalization.NONE
                || with == Recipe.NONE
                || normalize.kind() == with.normalization();
        Preconditions.require(
                agrees,
                "--recipe %s normalizes by %s, so --normalize %s contradicts it; leave out one of them",
                with,
                with.normalization(),
                normalize);
        boolean models = completesMissing();
        Preconditions.require(
                impute != Imputation.MODEL,
                "--impute 'model' is not among none, zero, mean; --missing model does this");
        Preconditions.require(
                !models || impute == Imputation.NONE,
                "%s leaves missing numbers out of the loss, so --impute %s contradicts it; leave out one of them",
                missingOption(),
                impute);
        Preparation spec = normalize
                .addTo(Preparation.none())
                .withImpute(models ? Imputation.MODEL : impute)
                .withFeatureScale(featureScale);
        if (log1p) spec = spec.withLog1p();
        if (clip.isPresent()) spec = spec.withClip(quantile);
        if (dropConstant) spec = spec.withDropConstant();
        if (topVariance.isPresent()) spec = spec.withTopVariance(most);
        return spec.withRecipe(with);
    }

    /** Whether missing numbers are left out of the loss. */
    public boolean completesMissing() {
        String word = missing.orElse(weights.isGiven() ? "model" : "refuse");
        Preconditions.require(
                word.equals("refuse") || word.equals("model"),
                "--missing '%s' is not among refuse, model; words that mean a missing number are given by --missing-words %s",
                word,
                word);
        Preconditions.require(
                word.equals("model") || !weights.isGiven(),
                "--missing refuse contradicts %s, which says what is missing; leave out one of them",
                weights.name());
        return word.equals("model");
    }

    /** The option that lets entries be missing. */
    public String missingOption() {
        return weights.isGiven() ? weights.name() : "--missing model";
    }
}
