package io.amoeba.priority.protocol.entitlement;

import static io.amoeba.priority.protocol.service.ServiceClass.HIGH;
import static io.amoeba.priority.protocol.service.ServiceClass.LOW;
import static io.amoeba.priority.protocol.service.ServiceClass.NORMAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.priority.protocol.service.ServiceClass;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RoleRulesTest {

  private final RoleRules rules = rules(NORMAL, HIGH);

  @Test
  void aUserWithoutRolesIsNormalAndMayNotRise() {
    assertEntitled(rules.entitlement(Set.of("reporting"), false), NORMAL, NORMAL);
  }

  @Test
  void aMemberOfTheHighRoleMayAskForHigh() {
    assertEntitled(rules.entitlement(Set.of("gaming", "p_high"), false), NORMAL, HIGH);
  }

  @Test
  void aSuperuserMayAskForHigh() {
    assertEntitled(rules.entitlement(Set.of("cassandra"), true), NORMAL, HIGH);
  }

  @Test
  void aMemberOfTheAlwaysHighRoleIsHighWithoutAsking() {
    assertEntitled(rules.entitlement(Set.of("p_high_always"), false), HIGH, HIGH);
  }

  @Test
  void theLowRoleWinsOverEverything() {
    Set<String> all = Set.of("p_low", "p_high", "p_high_always");

    assertEntitled(rules.entitlement(all, true), LOW, LOW);
  }

  @Test
  void theDefaultClassIsThatOfEverybodyElse() {
    RoleRules low = rules(LOW, HIGH);

    assertEntitled(low.entitlement(Set.of(), false), LOW, NORMAL);
    assertEntitled(low.entitlement(Set.of("p_high"), false), LOW, HIGH);
    assertEntitled(low.unresolved(), LOW, NORMAL);
  }

  @Test
  void clientsWithoutLoginHaveTheirOwnHighestClass() {
    assertEntitled(rules.anonymous(), NORMAL, HIGH);
    assertEntitled(rules(NORMAL, LOW).anonymous(), LOW, LOW);
  }

  @Test
  void nobodyIsHighByDefault() {
    assertThatThrownBy(() -> rules(HIGH, HIGH)).hasMessageContaining("cannot be high");
  }

  @Test
  void rolesWithOneNameAreRejected() {
    assertThatThrownBy(() -> new RoleRules("a", "b", "a", NORMAL, HIGH))
        .hasMessageContaining("three different");
  }

  @Test
  void aStandardClassAboveTheHighestIsRejected() {
    assertThatThrownBy(() -> new Entitlement(HIGH, NORMAL, ""))
        .hasMessageContaining("high is above the highest one, normal");
  }

  private static RoleRules rules(ServiceClass standard, ServiceClass anonymousMost) {
    return new RoleRules("p_high", "p_high_always", "p_low", standard, anonymousMost);
  }

  private static void assertEntitled(
      Entitlement entitlement, ServiceClass standard, ServiceClass most) {
    assertThat(entitlement.standard()).isEqualTo(standard);
    assertThat(entitlement.most()).isEqualTo(most);
  }
}
