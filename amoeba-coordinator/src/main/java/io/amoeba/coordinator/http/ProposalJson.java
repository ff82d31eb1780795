package io.amoeba.coordinator.http;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.plan.DryRunResult;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanAction.ShareView;
import io.amoeba.coordinator.plan.PlanCheck;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.Proposal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A plan that nobody has decided about, as the API shows it: Jackson writes the fields that {@code
 * openapi.yaml} describes. Immutable.
 *
 * @param changes the change part by part, a line for each
 * @param awaited effects of the later plans that the gain needs
 * @param ofKind the fields that plans of its kind have
 */
public record ProposalJson(
    String fingerprint,
    CostJson cost,
    String costText,
    GainJson gain,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable DryRunJson dryRun,
    String reason,
    String action,
    int movedHashSlots,
    String summary,
    List<String> changes,
    List<ShareView> operators,
    List<String> awaited,
    List<AlignmentJson> alignments,
    @JsonAnyGetter Map<String, Object> ofKind) {

  record CostJson(
      int migratedPrimaries,
      int movedHashSlots,
      @Nullable Long movedKeys,
      @Nullable Long movedBytes,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long expectedMillis) {

    static CostJson of(PlanAction action, PlanCost cost) {
      return new CostJson(
          action.migratedPrimaries(),
          cost.movedHashSlots(),
          known(cost.movedKeys()),
          known(cost.movedBytes()),
          cost.expectedDuration().map(Duration::toMillis).orElse(null));
    }
  }

  private static @Nullable Long known(OptionalLong number) {
    return number.isPresent() ? number.getAsLong() : null;
  }

  /** Rates are null if the plan concerns no operator; losses are absent if it avoids none. */
  record GainJson(
      @Nullable Double localHitRateBefore,
      boolean measured,
      @Nullable Double localHitRateAfter,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long lossMillisBefore,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long lossMillisAfter) {

    static GainJson of(PlanGain gain) {
      if (gain instanceof PlanGain.AvoidedLoss loss) {
        return new GainJson(null, false, null, loss.lossMillisBefore(), loss.lossMillisAfter());
      }
      PlanGain.LocalShare local = (PlanGain.LocalShare) gain;
      return new GainJson(
          SnapshotJson.known(local.localHitRateBefore()),
          local.measured(),
          SnapshotJson.known(local.localHitRateAfter()),
          null,
          null);
    }
  }

  record CheckJson(String check, String outcome, String text) {}

  record DryRunJson(
      long seenAtMillis,
      List<ShareView> operators,
      @JsonUnwrapped CostJson cost,
      int startedServers,
      int addedSubtasks,
      List<Finding> skipped,
      List<CheckJson> checks) {

    static DryRunJson of(PlanAction action, CostJson cost, DryRunResult found) {
      return new DryRunJson(
          found.seenAt().toEpochMilli(),
          ShareView.of(action.shares()),
          cost,
          action.startedServers(),
          action.addedSubtasks(),
          Finding.of(found.skipped()),
          found.checks().stream().map(DryRunJson::check).toList());
    }

    private static CheckJson check(PlanCheck check) {
      return new CheckJson(
          JsonBody.name(check.subject()), JsonBody.name(check.outcome()), check.text());
    }
  }

  record AlignmentJson(
      String operator,
      String job,
      int parallelism,
      int movedHashSlots,
      double alignedBefore,
      double alignedAfter) {

    static AlignmentJson of(EdgeAlignment alignment) {
      return new AlignmentJson(
          alignment.edge().operator(),
          alignment.edge().job(),
          alignment.parallelism(),
          alignment.movedHashSlots(),
          alignment.alignedBefore(),
          alignment.alignedAfter());
    }
  }

  /** What is shown of a proposal. */
  public static ProposalJson of(Proposal proposal) {
    PlanAction action = proposal.plan().action();
    CostJson cost = CostJson.of(action, proposal.cost());
    return new ProposalJson(
        proposal.fingerprint(),
        cost,
        action.costText(proposal.cost()),
        GainJson.of(proposal.gain()),
        proposal.dryRun().map(found -> DryRunJson.of(action, cost, found)).orElse(null),
        proposal.plan().reason(),
        action.kind(),
        action.movedHashSlots(),
        action.text(),
        action.lines(),
        ShareView.of(action.shares()),
        action.awaited().stream().sorted().map(effect -> JsonBody.name(effect)).toList(),
        action.alignments().stream().map(AlignmentJson::of).toList(),
        action
            .view()
            .<Map<String, Object>>map(view -> Map.of(inCamelCase(action.kind()), view))
            .orElse(Map.of()));
  }

  /** The fields as a tree. */
  public ObjectNode toJson() {
    return JsonBody.MAPPER.valueToTree(this);
  }

  static String inCamelCase(String kind) {
    StringBuilder text = new StringBuilder();
    for (String word : kind.split("_", -1)) {
      text.append(
          text.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return text.toString();
  }
}
