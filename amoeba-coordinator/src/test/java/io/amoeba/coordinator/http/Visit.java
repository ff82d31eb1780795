package io.amoeba.coordinator.http;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The page as one person has it open, with all requests that it makes and all that goes wrong in
 * it: errors, and whatever its content security policy forbids. Confined to the tests' thread.
 */
final class Visit implements AutoCloseable {

  private static final String NOTE_VIOLATIONS =
      "window.violations = []; addEventListener('securitypolicyviolation',"
          + " e => violations.push(e.effectiveDirective + ' forbids ' + e.blockedURI));";

  private final BrowserContext context;
  private final Page page;
  private final String address;
  private final List<String> requests = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();
  private final List<Pattern> expected = new ArrayList<>();

  private Visit(BrowserContext context, String address) {
    this.context = context;
    this.address = address;
    this.page = context.newPage();
  }

  static Visit to(BrowserContext context, String address) {
    Visit visit = new Visit(context, address);
    visit.watch();
    visit.page.navigate(address);
    return visit;
  }

  private void watch() {
    context.onRequest(request -> requests.add(request.url()));
    page.onPageError(error -> errors.add("error: " + error));
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error")) {
            errors.add("console: " + message.text());
          }
        });
    page.addInitScript(NOTE_VIOLATIONS);
  }

  Page page() {
    return page;
  }

  Locator find(String selector) {
    return page.locator(selector);
  }

  Locator find(String selector, String text) {
    return page.locator(selector, new Page.LocatorOptions().setHasText(text));
  }

  /** A button by its accessible name. */
  Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  /** Shows a token to the coordinator that asks for one. */
  void logIn(String token) {
    page.getByLabel("This coordinator requires a token").fill(token);
    button("Open").click();
  }

  /** Waits until the page has drawn a state that was asked for after this call. */
  void awaitLook() {
    // The first answer may be to an older request; when the third is there, the second is drawn.
    for (int answers = 0; answers < 3; answers++) {
      page.waitForResponse(response -> response.url().endsWith("/api/v1/state"), () -> {});
    }
  }

  /** What a JavaScript expression says. */
  double number(String expression) {
    return ((Number) page.evaluate(expression)).doubleValue();
  }

  void screenshot(Path file) {
    page.screenshot(new Page.ScreenshotOptions().setFullPage(true).setPath(file));
  }

  /** All addresses that the page has asked for. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  /** An error in which a test sees nothing wrong. */
  void expectError(String pattern) {
    expected.add(Pattern.compile(pattern));
  }

  /** Everything that the page must not do, and did. */
  List<String> problems() {
    List<String> problems = new ArrayList<>(errors);
    ((List<?>) page.evaluate("window.violations")).forEach(v -> problems.add("policy: " + v));
    requests.stream()
        .filter(url -> !url.startsWith(address) && !url.startsWith("data:"))
        .forEach(url -> problems.add("request to " + url));
    problems.removeIf(
        problem -> expected.stream().anyMatch(pattern -> pattern.matcher(problem).find()));
    return problems;
  }

  @Override
  public void close() {
    context.close();
  }
}
