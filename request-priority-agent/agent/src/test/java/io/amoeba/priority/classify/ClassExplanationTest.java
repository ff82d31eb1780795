package io.amoeba.priority.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClassExplanationTest {

  private static final Map<String, GrantedRoles> ROLES =
      Map.of(
          "app", new GrantedRoles(Set.of("app", "priority_high"), false),
          "shop", new GrantedRoles(Set.of("shop"), false),
          "gaming", new GrantedRoles(Set.of("gaming", "priority_high_always"), false),
          "reports", new GrantedRoles(Set.of("reports", "priority_low"), false),
          "admin", new GrantedRoles(Set.of("admin"), true));

  private final ClassedUsers users = new ClassedUsers(Rules.of("applications=nightly=low"));
  private final ClassExplanation explanation =
      new ClassExplanation(
          users, user -> ROLES.getOrDefault(user, new GrantedRoles(Set.of(), false)), () -> true);

  @Test
  void thePayloadDecides() {
    assertThat(explanation.explain("app", "nightly", "low", "high"))
        .isEqualTo(
            """
            User app, roles app, priority_high: standard class normal, may ask for high
            Served as high: the request's payload asks for it""");
  }

  @Test
  void theConnectionDecides() {
    assertThat(explanation.explain("app", "nightly", "high", ""))
        .endsWith("Served as high: its connection's AMOEBA_PRIORITY asks for it");
  }

  @Test
  void theApplicationDecides() {
    assertThat(explanation.explain("app", "nightly", "", ""))
        .endsWith(
            "Served as low: the rule for application nightly says so, within what the user may"
                + " have");
  }

  @Test
  void theRolesDecide() {
    assertThat(explanation.explain("shop", "", "", ""))
        .isEqualTo(
            """
            User shop, roles shop: standard class normal, may ask for normal
            Served as normal: it is the user's standard class""");
    assertThat(explanation.explain("gaming", "", "", "")).contains("Served as high: it is the");
    assertThat(explanation.explain("reports", "", "", "normal"))
        .contains("Served as low: it is the")
        .endsWith(
            "The client is warned: amoeba-priority=normal: the user is granted priority_low, which"
                + " is low only; served as low");
    assertThat(explanation.explain("admin", "", "", "high"))
        .startsWith("User admin, roles admin, superuser: standard class normal, may ask for high");
  }

  @Test
  void aRequestForTooMuchIsWarnedOrRefused() {
    assertThat(explanation.explain("shop", "", "", "high"))
        .endsWith(
            """
            Served as normal: it is the user's standard class
            The client is warned: amoeba-priority=high: the user is not granted priority_high; \
            served as normal""");

    users.setRules(Rules.of("on-unauthorized=error"));

    assertThat(explanation.explain("shop", "", "", "high"))
        .endsWith(
            "Refused, as on-unauthorized=error: amoeba-priority=high: the user is not granted"
                + " priority_high");
  }

  @Test
  void whatTheNodeAlreadyKnowsOfAUserIsWhatDecides() {
    users.resolve(users.of("app"), new GrantedRoles(Set.of("priority_low"), false));

    assertThat(explanation.explain("app", "", "", "")).contains("Served as low");
  }

  @Test
  void aNodeWithoutLoginsSaysSo() {
    ClassExplanation open =
        new ClassExplanation(
            users,
            user -> {
              throw new IllegalStateException("roles are not read");
            },
            () -> false);

    assertThat(open.explain("anybody", "", "", "high"))
        .isEqualTo(
            """
            This node does not authenticate clients: standard class normal, may ask for high
            Served as high: the request's payload asks for it""");
  }

  @Test
  void unknownUsersAndUnreadableRolesAreTold() {
    ClassExplanation unavailable =
        new ClassExplanation(
            users,
            user -> {
              throw new IllegalStateException("no replica\nanswers");
            },
            () -> true);

    assertThat(explanation.explain("ghost", "", "", ""))
        .startsWith("User ghost, who does not exist: ");
    assertThat(unavailable.explain("app", "", "", "high"))
        .isEqualTo(
            """
            User app, whose roles cannot be read (java.lang.IllegalStateException: no \
            replica\\u000aanswers): standard class normal, may ask for normal
            Served as normal: it is the user's standard class""");
  }

  @Test
  void whatIsAskedForIsShownInPrintableAscii() {
    String text =
        explanation.explain(
            "\u001b[31mroot\n".repeat(100), "\u0000".repeat(1_000), "h\u00efgh", "\u202ehgih");

    assertThat(text.chars().allMatch(c -> c == '\n' || (c >= ' ' && c < 0x7f))).isTrue();
    assertThat(text.lines()).allMatch(line -> line.length() < 300);
  }
}
