package cms.testing;

import java.time.Duration;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One service with its defaults for all tests of a class, which take it as a parameter.
 *
 * <p>Before each test two minutes go by, so that no limit per address counts what an earlier one did.
 */
public final class OneService implements BeforeEachCallback, AfterAllCallback, ParameterResolver {
    private final TestApp app = TestApp.start();

    @Override
    public void beforeEach(ExtensionContext context) {
        app.clock().advance(Duration.ofMinutes(2));
    }

    @Override
    public void afterAll(ExtensionContext context) {
        app.close();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestApp.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return app;
    }
}
