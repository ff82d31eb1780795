package io.amoeba.priority.classify;

import static io.amoeba.priority.protocol.service.ServiceClass.HIGH;
import static io.amoeba.priority.protocol.service.ServiceClass.LOW;
import static io.amoeba.priority.protocol.service.ServiceClass.NORMAL;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.priority.agent.AgentOptions.Mode;
import io.amoeba.priority.agent.SampleOptions;
import io.amoeba.priority.protocol.entitlement.ClassChoice;
import io.amoeba.priority.protocol.entitlement.ClassProblem;
import io.amoeba.priority.protocol.entitlement.ClassSource;
import io.amoeba.priority.protocol.entitlement.ServedClass;
import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.cassandra.transport.Message;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClientClassesTest {

  private static final long SEED = 20_261_128;

  private final List<String> warnings = new ArrayList<>();
  private final PriorityCounters counters = new PriorityCounters();
  private final PrioritySettings settings = new PrioritySettings(SampleOptions.of(""));
  private final ClassedUsers users =
      new ClassedUsers(Rules.of("applications=nightly=low+shop=high"));
  private final ClientClasses classes =
      new ClientClasses(users, new ControlConnections(), settings, counters, warnings::add);

  @Test
  void aRequestThatNobodyMarkedIsNormal() {
    resolve("app");

    ServedClass served = classOf(connection(FakeClient.of("app")), null);

    assertThat(served.serviceClass()).isEqualTo(NORMAL);
    assertThat(served.source()).isEqualTo(ClassSource.USER);
  }

  @Test
  void anUnmarkedRequestGetsTheSameObjectEachTime() {
    ClassedConnection connection = connection(FakeClient.anonymous());

    ServedClass first = classOf(connection, null);

    assertThat(classOf(connection, null)).isSameAs(first);
  }

  @Test
  void aPayloadMarksOneRequest() {
    resolve("app", "priority_high");
    ClassedConnection connection = connection(FakeClient.of("app"));

    assertThat(classOf(connection, bytes("high")).serviceClass()).isEqualTo(HIGH);
    assertThat(classOf(connection, null).serviceClass()).isEqualTo(NORMAL);
    assertThat(classOf(connection, bytes("low")).serviceClass()).isEqualTo(LOW);
  }

  @Test
  void aConnectionMarksItsRequests() {
    resolve("app", "priority_high");
    ClassedConnection connection =
        connection(FakeClient.of("app").with(ClassChoice.STARTUP_KEY, "high"));

    ServedClass served = classOf(connection, null);

    assertThat(served.serviceClass()).isEqualTo(HIGH);
    assertThat(served.source()).isEqualTo(ClassSource.CONNECTION);
  }

  @Test
  void anApplicationsRuleIsCappedByItsUsersRoles() {
    resolve("app", "priority_high");
    resolve("other");

    assertThat(ofApplication("app", "nightly")).isEqualTo(LOW);
    assertThat(ofApplication("app", "shop")).isEqualTo(HIGH);
    assertThat(ofApplication("other", "shop")).isEqualTo(NORMAL);
    assertThat(ofApplication("app", "unknown")).isEqualTo(NORMAL);
  }

  @Test
  void grantedRolesDecideWithoutAnyMark() {
    resolve("gaming", "priority_high_always");
    resolve("reports", "priority_low", "priority_high_always");

    assertThat(classOf(connection(FakeClient.of("gaming")), null).serviceClass()).isEqualTo(HIGH);
    assertThat(classOf(connection(FakeClient.of("reports")), null).serviceClass()).isEqualTo(LOW);
  }

  @Test
  void rolesThatChangeApplyToOpenConnections() {
    resolve("app");
    ClassedConnection connection = connection(FakeClient.of("app"));
    assertThat(classOf(connection, null).serviceClass()).isEqualTo(NORMAL);

    resolve("app", "priority_low");

    assertThat(classOf(connection, null).serviceClass()).isEqualTo(LOW);
  }

  @Test
  void rulesThatChangeApplyToOpenConnections() {
    resolve("app");
    ClassedConnection connection =
        connection(FakeClient.of("app").with(ClassRules.APPLICATION_KEY, "nightly"));
    assertThat(classOf(connection, null).serviceClass()).isEqualTo(LOW);

    users.setRules(Rules.of(""));

    assertThat(classOf(connection, null).serviceClass()).isEqualTo(NORMAL);
  }

  @Test
  void beforeItsRolesAreKnownAUserIsNormalWithoutAWarning() {
    ServedClass served = classOf(connection(FakeClient.of("app")), bytes("high"));

    assertThat(served.serviceClass()).isEqualTo(NORMAL);
    assertThat(served.problem()).isNull();
  }

  @Test
  void beforeALoginARequestIsNormalAndNobodys() {
    FakeClient nobody = new FakeClient(null, false, Map.of());

    assertThat(classOf(connection(nobody), bytes("high")).serviceClass()).isEqualTo(NORMAL);
    assertThat(users.listed()).isEmpty();
  }

  @Test
  void withoutALoginEverybodyMayAskForWhatTheNodeAllows() {
    ClassedConnection connection = connection(FakeClient.anonymous());

    assertThat(classOf(connection, bytes("high")).serviceClass()).isEqualTo(HIGH);
    assertThat(users.listed()).extracting(ClassedUser::printableName).containsExactly("anonymous");

    users.setRules(Rules.of("max-anonymous-class=normal"));

    ServedClass served = classOf(connection, bytes("high"));
    assertThat(served.serviceClass()).isEqualTo(NORMAL);
    assertThat(problem(served).message())
        .isEqualTo(
            "amoeba-priority=high: users without a login may ask for normal at most;"
                + " served as normal");
  }

  @Test
  void hostilePayloadsAreNormalWithAWarningOfPrintableAscii() {
    resolve("app", "priority_high");
    ClassedConnection connection = connection(FakeClient.of("app"));
    Random random = new Random(SEED);
    List<ByteBuffer> hostile =
        new ArrayList<>(
            List.of(
                ByteBuffer.allocate(0),
                ByteBuffer.allocate(16),
                ByteBuffer.allocate(65_536),
                bytes("HIGH"),
                bytes("high "),
                bytes("high\n"),
                bytes("\u001b[31mhigh"),
                ByteBuffer.wrap("high".getBytes(StandardCharsets.UTF_16)),
                bytes("h\u00efgh")));
    for (int i = 0; i < 10_000; i++) {
      byte[] noise = new byte[random.nextInt(40)];
      random.nextBytes(noise);
      hostile.add(ByteBuffer.wrap(noise));
    }

    for (ByteBuffer value : hostile) {
      int position = value.position();
      ServedClass served = classOf(connection, value);

      assertThat(served.serviceClass()).isEqualTo(NORMAL);
      assertThat(classes.report(problem(served))).isNull();
      assertThat(value.position()).isEqualTo(position);
    }
    assertThat(warnings)
        .hasSameSizeAs(hostile)
        .allMatch(warning -> warning.startsWith("amoeba-priority "))
        .allMatch(warning -> warning.length() < 100)
        .allMatch(warning -> warning.chars().allMatch(c -> c >= ' ' && c < 0x7f));
    assertThat(counters.malformedRequests()).isEqualTo(hostile.size());
    assertThat(counters.unauthorizedRequests()).isZero();
  }

  @Test
  void aRequestForTooMuchIsServedWithAWarningAndCounted() {
    resolve("app");

    ServedClass served = classOf(connection(FakeClient.of("app")), bytes("high"));
    assertThat(classes.report(problem(served))).isNull();

    assertThat(served.serviceClass()).isEqualTo(NORMAL);
    assertThat(warnings)
        .containsExactly(
            "amoeba-priority=high: the user is not granted priority_high; served as normal");
    assertThat(counters.unauthorizedRequests()).isEqualTo(1);
    assertThat(user("app").refused()).isEqualTo(1);
    assertThat(user("app").served(NORMAL)).isEqualTo(1);
  }

  @Test
  void aNodeThatRefusesAnswersARequestForTooMuchWithAnError() {
    users.setRules(Rules.of("on-unauthorized=error"));
    resolve("app");

    ServedClass served = classOf(connection(FakeClient.of("app")), bytes("high"));

    assertThat(classes.report(problem(served)))
        .hasMessage("amoeba-priority=high: the user is not granted priority_high");
    assertThat(warnings).isEmpty();
    assertThat(counters.unauthorizedRequests()).isEqualTo(1);
  }

  @Test
  void aNodeThatOnlyObservesCountsProblemsAndTellsNobody() {
    users.setRules(Rules.of("on-unauthorized=error"));
    settings.setMode(Mode.OBSERVE);
    resolve("app");
    ClassedConnection connection = connection(FakeClient.of("app"));

    assertThat(classes.report(problem(classOf(connection, bytes("high"))))).isNull();
    assertThat(classes.report(problem(classOf(connection, bytes("no"))))).isNull();

    assertThat(warnings).isEmpty();
    assertThat(counters.unauthorizedRequests()).isEqualTo(1);
    assertThat(counters.malformedRequests()).isEqualTo(1);
  }

  @Test
  void aConnectionsProblemIsToldOnce() {
    resolve("app");
    ClassedConnection connection =
        connection(FakeClient.of("app").with(ClassChoice.STARTUP_KEY, "highest"));

    ServedClass first = classOf(connection, null);
    ServedClass second = classOf(connection, null);

    assertThat(problem(first).message())
        .isEqualTo("AMOEBA_PRIORITY is 'highest'; use high, normal or low; served as normal");
    assertThat(second.problem()).isNull();
    assertThat(second.serviceClass()).isEqualTo(NORMAL);
  }

  @Test
  void aNodeThatRefusesRefusesEachRequestOfAConnectionThatAsksForTooMuch() {
    users.setRules(Rules.of("on-unauthorized=error"));
    resolve("app");
    ClassedConnection connection =
        connection(FakeClient.of("app").with(ClassChoice.STARTUP_KEY, "high"));

    for (int i = 0; i < 3; i++) {
      assertThat(classes.report(problem(classOf(connection, null)))).isNotNull();
    }
  }

  @Test
  void aPayloadWithoutOurKeyOrWithoutAValueSaysNothing() {
    Map<String, ByteBuffer> payload = new HashMap<>();
    payload.put("trace", bytes("high"));
    payload.put(ClassChoice.PAYLOAD_KEY, null);

    assertThat(ClientClasses.asked(null)).isNull();
    assertThat(ClientClasses.asked(payload)).isNull();
    assertThat(ClientClasses.asked(Map.of(ClassChoice.PAYLOAD_KEY, bytes("low")))).isNotNull();
  }

  @ParameterizedTest
  @EnumSource(Message.Type.class)
  void onlyTheApplicationsStatementsHaveAClass(Message.Type type) {
    Set<Message.Type> statements =
        EnumSet.of(Message.Type.QUERY, Message.Type.EXECUTE, Message.Type.BATCH);

    assertThat(ClientClasses.hasClass(type)).isEqualTo(statements.contains(type));
  }

  private ServiceClass ofApplication(String user, String application) {
    return classOf(
            connection(FakeClient.of(user).with(ClassRules.APPLICATION_KEY, application)), null)
        .serviceClass();
  }

  private ServedClass classOf(ClassedConnection connection, @Nullable ByteBuffer asked) {
    return ClientClasses.classOf(connection, asked, users);
  }

  private void resolve(String user, String... roles) {
    users.resolve(users.of(user), new GrantedRoles(Set.of(roles), false));
  }

  private ClassedUser user(String name) {
    return requireNonNull(users.find(name));
  }

  private static ClassProblem problem(ServedClass served) {
    return requireNonNull(served.problem());
  }

  private static ClassedConnection connection(FakeClient client) {
    return new ClassedConnection(client);
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
