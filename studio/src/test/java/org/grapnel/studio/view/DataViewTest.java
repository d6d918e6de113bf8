package org.grapnel.studio.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.grapnel.runs.json.Json;
import org.junit.jupiter.api.Test;

class DataViewTest {
    private static Map<String, Object> view(String json) {
        return DataView.create(Json.parse(json.getBytes(StandardCharsets.UTF_8), "describe"));
    }

    @Test
    void remediesAndGuessesBecomeSuggestions() {
        Map<String, Object> view = view("""
                {"data": "a.csv", "labels": null, "label_guesses": ["type", "batch"], "columns": [],
                 "remedies": [{"text": "these look like counts", "options": {"recipe": "counts"}},
                              {"text": "use type", "options": {"labels": "type"}},
                              {"text": "nothing to do", "options": {}}]}
                """);
        assertThat(view).containsEntry("data", "a.csv").containsKeys("columns", "remedies", "label_guesses");
        assertThat(view.get("suggestions"))
                .isEqualTo(List.of(
                        Map.of("text", "these look like counts", "options", Map.of("recipe", "counts")),
                        Map.of("text", "use type", "options", Map.of("labels", "type")),
                        Map.of(
                                "text",
                                "'batch' may hold the true classes: use it as labels",
                                "options",
                                Map.of("labels", "batch"))));
    }

    @Test
    void labelsThatAreGivenNeedNoGuess() {
        assertThat(view("{\"labels\": \"type\", \"label_guesses\": [\"batch\"], \"remedies\": []}"))
                .containsEntry("suggestions", List.of());
    }

    @Test
    void descriptionWithAProblemStays() {
        Map<String, Object> view = view("{\"problem\": {\"message\": \"m\", \"option\": null}}");
        assertThat(view).containsKey("problem").containsEntry("suggestions", List.of());
    }
}
