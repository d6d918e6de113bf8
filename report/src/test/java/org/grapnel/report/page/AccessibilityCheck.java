package org.grapnel.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** axe-core, which knows what keeps people from using a page. */
final class AccessibilityCheck {
    private AccessibilityCheck() {}

    /**
     * What is serious or critical, each with the elements it was found at.
     *
     * @param rule the only one that is asked, or empty for all
     */
    static List<String> violations(BrowserTab tab, String rule) throws IOException {
        String only = rule.isEmpty() ? "" : ", runOnly: " + BrowserTab.quoted(rule);
        if (!tab.evaluate("typeof axe === 'object'").asBoolean()) tab.evaluate(script() + "; true");
        JsonNode found = tab.evaluate(
                "axe.run(document, {resultTypes: ['violations'], preload: false" + only
                        + "}).then(r => r.violations.map(v =>"
                        + " ({id: v.id, impact: v.impact, help: v.help, at: v.nodes.slice(0, 3).map(n => n.html.slice(0, 200))})))");
        List<String> grave = new ArrayList<>();
        for (JsonNode violation : found)
            if (List.of("serious", "critical").contains(violation.get("impact").asString("")))
                grave.add(violation.toString());
        return grave;
    }

    private static String script() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(AccessibilityCheck.class.getResourceAsStream("/axe.min.js"), "axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
