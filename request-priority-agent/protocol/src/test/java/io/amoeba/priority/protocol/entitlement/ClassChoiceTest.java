package io.amoeba.priority.protocol.entitlement;

import static io.amoeba.priority.protocol.service.ServiceClass.HIGH;
import static io.amoeba.priority.protocol.service.ServiceClass.LOW;
import static io.amoeba.priority.protocol.service.ServiceClass.NORMAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.priority.protocol.service.RequestedClass;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassChoiceTest {

  private static final RoleRules RULES =
      new RoleRules("priority_high", "priority_high_always", "priority_low", NORMAL, HIGH);
  private static final Entitlement GRANTED = RULES.entitlement(Set.of("priority_high"), false);
  private static final Entitlement UNGRANTED = RULES.entitlement(Set.of(), false);
  private static final Entitlement LOW_ONLY = RULES.entitlement(Set.of("priority_low"), false);

  private final ClassChoice choice = new ClassChoice(false);

  /** What a request, its connection, its application's rule and its user's roles make of it. */
  @ParameterizedTest
  @CsvSource({
    ",       ,       ,       granted,   normal, USER",
    ",       ,       ,       low only,  low,    USER",
    ",       ,       ,       always,    high,   USER",
    ",       ,       low,    granted,   low,    APPLICATION",
    ",       ,       high,   granted,   high,   APPLICATION",
    ",       ,       high,   ungranted, normal, APPLICATION",
    ",       ,       normal, low only,  low,    APPLICATION",
    ",       high,   low,    granted,   high,   CONNECTION",
    ",       low,    high,   granted,   low,    CONNECTION",
    "normal, high,   low,    granted,   normal, REQUEST",
    "high,   low,    low,    granted,   high,   REQUEST",
    "low,    high,   high,   granted,   low,    REQUEST",
    "low,    ,       ,       always,    low,    REQUEST",
    "low,    ,       ,       unknown,   low,    REQUEST",
    "high,   ,       ,       unknown,   normal, USER",
    "high,   low,    ,       unknown,   low,    CONNECTION",
    "high,   ,       ,       anonymous, high,   REQUEST",
  })
  void theMostSpecificRuleDecides(
      @Nullable String payload,
      @Nullable String startup,
      @Nullable String application,
      String user,
      String served,
      ClassSource source) {
    Entitlement entitlement =
        switch (user) {
          case "granted" -> GRANTED;
          case "ungranted" -> UNGRANTED;
          case "low only" -> LOW_ONLY;
          case "always" -> RULES.entitlement(Set.of("priority_high_always"), false);
          case "unknown" -> RULES.unresolved();
          default -> RULES.anonymous();
        };

    ServedClass chosen =
        choice.choose(bytes(payload), connection(startup, application), entitlement);

    assertThat(chosen.serviceClass().text()).isEqualTo(served);
    assertThat(chosen.source()).isEqualTo(source);
    assertThat(chosen.problem()).isNull();
  }

  @Test
  void aRequestForMoreThanGrantedIsServedAsIfUnaskedWithAWarning() {
    ServedClass served = choice.choose(bytes("high"), connection(null, "low"), UNGRANTED);

    assertThat(served.serviceClass()).isEqualTo(LOW);
    assertThat(served.source()).isEqualTo(ClassSource.APPLICATION);
    assertThat(served.problem())
        .isEqualTo(
            new ClassProblem(
                ClassProblem.Kind.UNAUTHORISED,
                ClassSource.REQUEST,
                "amoeba-priority=high: the user is not granted priority_high; served as low"));
  }

  @Test
  void whoIsLowOnlyCannotEvenBeNormal() {
    ServedClass served = choice.choose(bytes("normal"), ConnectionClass.NONE, LOW_ONLY);

    assertThat(served.serviceClass()).isEqualTo(LOW);
    assertThat(message(served))
        .isEqualTo(
            "amoeba-priority=normal: the user is granted priority_low, which is low only; served as"
                + " low");
  }

  @Test
  void clientsWithoutLoginAreToldTheirBound() {
    RoleRules rules = new RoleRules("a", "b", "c", NORMAL, NORMAL);

    ServedClass served = choice.choose(bytes("high"), ConnectionClass.NONE, rules.anonymous());

    assertThat(message(served))
        .isEqualTo(
            "amoeba-priority=high: users without a login may ask for normal at most; served as"
                + " normal");
  }

  @Test
  void aConnectionThatAsksForTooMuchIsNamed() {
    ServedClass served = choice.choose(null, connection("high", null), UNGRANTED);

    assertThat(served.serviceClass()).isEqualTo(NORMAL);
    assertThat(served.problem())
        .isEqualTo(
            new ClassProblem(
                ClassProblem.Kind.UNAUTHORISED,
                ClassSource.CONNECTION,
                "AMOEBA_PRIORITY=high: the user is not granted priority_high; served as normal"));
  }

  @Test
  void aRequestThatMayHaveItsClassHidesItsConnectionsProblem() {
    ServedClass served = choice.choose(bytes("low"), connection("high", null), UNGRANTED);

    assertThat(served.serviceClass()).isEqualTo(LOW);
    assertThat(served.problem()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"'', is empty", "hihg, is 'hihg'", "'h\n', is not printable ASCII"})
  void aMalformedValueIsServedAsIfUnaskedWithAWarning(String value, String problem) {
    ServedClass byRequest = choice.choose(bytes(value), connection(null, "low"), GRANTED);
    ServedClass byConnection = choice.choose(null, connection(value, null), GRANTED);

    assertThat(byRequest.serviceClass()).isEqualTo(LOW);
    assertThat(message(byRequest))
        .isEqualTo("amoeba-priority %s; use high, normal or low; served as low".formatted(problem));
    assertThat(byConnection.serviceClass()).isEqualTo(NORMAL);
    assertThat(message(byConnection))
        .isEqualTo(
            "AMOEBA_PRIORITY %s; use high, normal or low; served as normal".formatted(problem));
  }

  @Test
  void aNodeThatRefusesSaysSoForWhatIsNotGrantedOnly() {
    ClassChoice refusing = new ClassChoice(true);

    assertThat(refusing.choose(bytes("high"), ConnectionClass.NONE, UNGRANTED).problem())
        .isEqualTo(
            new ClassProblem(
                ClassProblem.Kind.REFUSED,
                ClassSource.REQUEST,
                "amoeba-priority=high: the user is not granted priority_high"));
    assertThat(refusing.choose(bytes("x"), ConnectionClass.NONE, UNGRANTED).problem())
        .extracting(ClassProblem::kind)
        .isEqualTo(ClassProblem.Kind.MALFORMED);
    assertThat(refusing.choose(bytes("high"), ConnectionClass.NONE, RULES.unresolved()).problem())
        .isNull();
  }

  @Test
  void requestsWithoutAProblemShareTheirAnswer() {
    ServedClass first = choice.choose(bytes("high"), ConnectionClass.NONE, GRANTED);

    assertThat(choice.choose(bytes("high"), ConnectionClass.NONE, GRANTED)).isSameAs(first);
    assertThat(choice.choose(null, ConnectionClass.NONE, GRANTED))
        .isSameAs(choice.choose(null, ConnectionClass.NONE, UNGRANTED));
  }

  private static String message(ServedClass served) {
    ClassProblem problem = served.problem();
    return problem == null ? "" : problem.message();
  }

  private static ConnectionClass connection(
      @Nullable String startup, @Nullable String application) {
    return new ConnectionClass(
        startup == null ? null : RequestedClass.read(startup),
        application == null
            ? null
            : ((RequestedClass.Named) RequestedClass.read(application)).serviceClass());
  }

  private static @Nullable ByteBuffer bytes(@Nullable String text) {
    return text == null ? null : ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
