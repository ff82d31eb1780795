package io.amoeba.experiments.reproduction;

import static io.amoeba.experiments.reproduction.Examples.JOIN;
import static io.amoeba.experiments.reproduction.Examples.claim;
import static io.amoeba.experiments.reproduction.Examples.measured;
import static io.amoeba.experiments.reproduction.Examples.report;
import static io.amoeba.experiments.reproduction.Examples.result;
import static io.amoeba.experiments.reproduction.Examples.without;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.report.Claim;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FindingTest {
  private static Finding finding(Headline headline, Claim... claims) {
    return Finding.of(headline, Map.of("join", result(JOIN, JOIN.command(), report(true, claims))));
  }

  @Test
  void headlineHasTheVerdictOfItsClaim() {
    Claim other = claim("stock", "ratio", 0.5);
    Headline headline = measured("a", "ratio", "incremental");

    assertThat(finding(headline, claim("incremental", "ratio", 1.5), other).verdict())
        .isEqualTo("reached");
    assertThat(finding(headline, claim("incremental", "ratio", 1.05), other).verdict())
        .isEqualTo("undecided");
    Finding missed = finding(headline, claim("incremental", "ratio", 0.5), other);
    assertThat(missed.verdict()).isEqualTo("missed");
    assertThat(missed.ours()).isEqualTo("x0.50 (x0.40 to x0.60)");
    assertThat(missed.goal()).isEqualTo("at least x1.00");
  }

  @Test
  void headlineOfSeveralClaimsHasTheWorstVerdict() {
    Finding finding =
        finding(
            measured("a", "ratio", null),
            claim("2 nodes", "ratio", 1.5),
            claim("3 nodes", "ratio", 1.05));

    assertThat(finding.verdict()).isEqualTo("undecided");
    assertThat(finding.ours()).isEqualTo("x1.50 (x1.40 to x1.60), x1.05 (x0.95 to x1.15)");
    assertThat(finding.goal()).isEqualTo("at least x1.00");
  }

  @Test
  void barsShowFiguresOfRunsAndOfClaims() {
    assertThat(
            finding(measured("a", "ratio", "incremental"), claim("incremental", "ratio", 1.5))
                .bars())
        .containsExactly(0.5, 1.5, null);
  }

  @Test
  void headlineWithoutAResultIsNotMeasured() {
    assertThat(Finding.of(measured("a", "ratio", null), Map.of()).verdict())
        .isEqualTo("not measured");
    assertThat(finding(measured("a", "length", null), claim("incremental", "ratio", 1)).verdict())
        .isEqualTo("not measured");
    assertThat(finding(without(null, "needs nine machines")).verdict()).isEqualTo("not measured");
  }

  @Test
  void headlineOfAMissingFeatureIsMarked() {
    assertThat(finding(without("fresh reads", null)).verdict()).isEqualTo("feature missing");
  }
}
