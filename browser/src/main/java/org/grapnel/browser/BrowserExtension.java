package org.grapnel.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests a {@link TestBrowser}: one for all test classes, closed after the last. Without a browser or its driver the tests are skipped. */
public final class BrowserExtension implements ExecutionCondition, ParameterResolver {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return TestBrowser.missing()
                .map(ConditionEvaluationResult::disabled)
                .orElse(ConditionEvaluationResult.enabled("browser and driver found"));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestBrowser.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestBrowser browser = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(BrowserExtension.class))
                .computeIfAbsent(TestBrowser.class, key -> start(), TestBrowser.class);
        browser.reset();
        return browser;
    }

    private static TestBrowser start() {
        try {
            return TestBrowser.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
