package org.grapnel.browser;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** Checks the accessibility of a page with axe-core. */
public final class AccessibilityCheck {
    private AccessibilityCheck() {}

    /**
     * Returns the serious and critical violations, each with the elements where it was found.
     *
     * @param rule the only rule to check, or empty for all
     */
    public static List<String> violations(TestBrowser browser, String rule) throws IOException {
        String only = rule.isEmpty() ? "" : ", runOnly: " + TestBrowser.quote(rule);
        if (!browser.evaluate("typeof axe === 'object'").asBoolean()) browser.run(script());
        JsonNode found = browser.evaluate(
                "axe.run(document, {resultTypes: ['violations'], preload: false" + only
                        + "}).then(r => r.violations.map(v =>"
                        + " ({id: v.id, impact: v.impact, help: v.help, at: v.nodes.slice(0, 3).map(n => n.html.slice(0, 200))})))");
        List<String> severe = new ArrayList<>();
        for (JsonNode violation : found)
            if (List.of("serious", "critical").contains(violation.get("impact").asString("")))
                severe.add(violation.toString());
        return severe;
    }

    private static String script() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(AccessibilityCheck.class.getResourceAsStream("/axe.min.js"), "axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
