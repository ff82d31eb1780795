package io.amoeba.coordinator.http;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The machine's Chromium, without a window, one for all tests of a run. After each test it closes
 * the pages that the test has opened, and fails the test if anything was wrong in one. Of a failed
 * test it leaves a screenshot in {@code target}. Confined to the tests' thread.
 */
final class Chromium implements BeforeAllCallback, AfterTestExecutionCallback {

  private static final Logger LOG = LoggerFactory.getLogger(Chromium.class);
  private static final double PATIENCE_MILLIS = 90_000;

  private final List<Visit> visits = new ArrayList<>();
  private @Nullable Running running;

  /** Opens the page of a coordinator, as somebody does who has not been there before. */
  Visit visit(String address) {
    BrowserContext context =
        Objects.requireNonNull(running)
            .browser()
            .newContext(
                new Browser.NewContextOptions()
                    .setViewportSize(1440, 1000)
                    .setLocale("en-GB")
                    .setTimezoneId("UTC"));
    context.setDefaultTimeout(PATIENCE_MILLIS);
    Visit visit = Visit.to(context, address);
    visits.add(visit);
    return visit;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    Path program;
    try {
      program =
          ChromiumProgram.find(
              System.getenv(), Optional.ofNullable(System.getProperty(ChromiumProgram.PROPERTY)));
    } catch (TestAbortedException e) {
      LOG.warn("{}: {}", context.getDisplayName(), e.getMessage());
      throw e;
    }
    running =
        context
            .getRoot()
            .getStore(ExtensionContext.Namespace.create(Chromium.class))
            .computeIfAbsent(program, Running::start, Running.class);
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (context.getExecutionException().isPresent()) {
      String test = context.getRequiredTestClass().getSimpleName() + "-" + context.getDisplayName();
      visits.forEach(visit -> visit.screenshot(Path.of("target", "failed-" + test + ".png")));
    }
    List<String> problems = visits.stream().flatMap(visit -> visit.problems().stream()).toList();
    visits.forEach(Visit::close);
    visits.clear();
    if (!problems.isEmpty()) {
      throw new AssertionError("the page did what it must not: " + String.join("; ", problems));
    }
  }

  /** JUnit closes it after the last test. */
  private record Running(Playwright playwright, Browser browser) implements AutoCloseable {
    static Running start(Path program) {
      Playwright playwright =
          Playwright.create(
              new Playwright.CreateOptions()
                  .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
      PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
      boolean launched = false;
      try {
        Browser browser =
            playwright
                .chromium()
                .launch(
                    new BrowserType.LaunchOptions().setExecutablePath(program).setHeadless(true));
        launched = true;
        return new Running(playwright, browser);
      } finally {
        if (!launched) {
          playwright.close();
        }
      }
    }

    @Override
    public void close() {
      playwright.close();
    }
  }
}
