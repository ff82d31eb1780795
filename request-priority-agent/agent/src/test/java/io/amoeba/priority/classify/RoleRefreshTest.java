package io.amoeba.priority.classify;

import static io.amoeba.priority.protocol.service.ServiceClass.HIGH;
import static io.amoeba.priority.protocol.service.ServiceClass.NORMAL;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.priority.protocol.entitlement.Entitlement;
import io.amoeba.priority.protocol.service.ServiceClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RoleRefreshTest {

  private final ClassedUsers users = new ClassedUsers(Rules.of(""), 10);
  private final Map<String, Set<String>> granted = new HashMap<>();
  private final List<String> lookedUp = new ArrayList<>();
  private boolean down;
  private final RoleRefresh refresh = new RoleRefresh(users, this::rolesOf);

  @Test
  void aNewUsersRolesAreReadOnce() {
    granted.put("app", Set.of("app", "priority_high"));
    users.of("app");
    users.of("app");

    refresh.resolveArrived();
    refresh.resolveArrived();

    assertThat(lookedUp).containsExactly("app");
    assertThat(most("app")).isEqualTo(HIGH);
  }

  @Test
  void rolesThatCannotBeReadStayAsTheyWere() {
    granted.put("app", Set.of("priority_high"));
    users.of("app");
    refresh.resolveArrived();
    down = true;
    users.of("late");
    serve("app");

    refresh.resolveArrived();
    refresh.round();

    assertThat(most("app")).isEqualTo(HIGH);
    assertThat(users.of("late").entitlement()).isNull();
    assertThat(users.unresolved()).isEqualTo(1);
    assertThat(refresh.failed()).isEqualTo(3);
  }

  @Test
  void whatCouldNotBeReadIsTriedAgainBeforeTheNextRound() {
    down = true;
    users.of("app");
    refresh.resolveArrived();
    down = false;

    refresh.retry();

    assertThat(most("app")).isEqualTo(NORMAL);
    assertThat(users.unresolved()).isZero();
  }

  @Test
  void aRevokedRoleIsNoticedInTheNextRound() {
    granted.put("app", Set.of("priority_high"));
    users.of("app");
    refresh.resolveArrived();
    granted.clear();
    serve("app");

    refresh.round();

    assertThat(most("app")).isEqualTo(NORMAL);
  }

  @Test
  void anEqualAnswerKeepsTheSameEntitlement() {
    users.of("app");
    refresh.resolveArrived();
    Entitlement before = users.of("app").entitlement();
    serve("app");

    refresh.round();

    assertThat(lookedUp).hasSize(2);
    assertThat(users.of("app").entitlement()).isSameAs(before);
  }

  @Test
  void anIdleUserIsLookedUpInOneOfSixRounds() {
    users.of("app");
    refresh.resolveArrived();
    lookedUp.clear();

    for (int round = 0; round < 2 * RoleRefresh.IDLE_ROUNDS; round++) {
      refresh.round();
    }

    assertThat(lookedUp).hasSize(2);
  }

  @Test
  void aNewUserDoesNotWaitForTheEndOfARound() {
    users.of("first");
    users.of("second");
    refresh.resolveArrived();
    serve("first");
    serve("second");
    lookedUp.clear();
    AtomicInteger calls = new AtomicInteger();
    RoleRefresh slow =
        new RoleRefresh(
            users,
            user -> {
              if (calls.incrementAndGet() == 1) {
                users.of("new");
              }
              return rolesOf(user);
            });

    slow.round();

    assertThat(lookedUp).hasSize(3);
    assertThat(lookedUp.get(1)).isEqualTo("new");
  }

  @Test
  void idleUsersMakeRoomForOthers() {
    for (int i = 0; i < 10; i++) {
      users.of("user" + i);
    }
    ClassedUser idle = users.of("user3");
    ClassedUser unlisted = users.of("eleventh");
    unlisted.serves(Rules.served(NORMAL));
    assertThat(unlisted.isGone()).isTrue();
    assertThat(users.unlistedRequests()).isEqualTo(1);

    for (int round = 0; round < RoleRefresh.FORGOTTEN_ROUNDS; round++) {
      serve("user0");
      refresh.round();
    }

    assertThat(idle.isGone()).isTrue();
    assertThat(users.listed()).extracting(ClassedUser::printableName).containsExactly("user0");
    assertThat(users.of("eleventh").isGone()).isFalse();
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void itsThreadReadsTheRolesOfAUserThatArrives() throws Exception {
    CountDownLatch read = new CountDownLatch(1);
    ClassedUsers live = new ClassedUsers(Rules.of(""));
    new RoleRefresh(
            live,
            user -> {
              read.countDown();
              return new GrantedRoles(Set.of(), false);
            })
        .start();

    live.of("app");

    assertThat(read.await(Duration.ofSeconds(50).toMillis(), TimeUnit.MILLISECONDS)).isTrue();
  }

  private GrantedRoles rolesOf(String user) {
    lookedUp.add(user);
    if (down) {
      throw new IllegalStateException("no replica answers");
    }
    return new GrantedRoles(granted.getOrDefault(user, Set.of()), false);
  }

  private void serve(String user) {
    users.of(user).serves(Rules.served(NORMAL));
  }

  private ServiceClass most(String user) {
    return requireNonNull(users.of(user).entitlement()).most();
  }
}
