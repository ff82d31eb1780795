package io.amoeba.coordinator.analyze;

import io.amoeba.coordinator.analyze.Symptom.AboutOperator;
import io.amoeba.coordinator.analyze.Symptom.MisalignedHashSlots;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Explains several symptoms together: one that several operators have is explained once, with their
 * number. Stateless, safe for concurrent use.
 */
public final class SymptomGroups {

  /** As many operators are named; of more, only the number tells something at a glance. */
  private static final int NAMED = 3;

  /** Equal for what can be said of several operators at once. */
  private record Kind(Class<?> type, String finding) {}

  private SymptomGroups() {}

  /** Every symptom's explanation in one line, in the order of the first of each kind. */
  public static String text(List<Symptom> symptoms) {
    Map<Object, List<Symptom>> groups = new LinkedHashMap<>();
    for (Symptom symptom : symptoms) {
      Object kind =
          symptom instanceof AboutOperator one
              ? new Kind(one.getClass(), one.findingOfSeveral())
              : symptom;
      groups.computeIfAbsent(kind, k -> new ArrayList<>()).add(symptom);
    }
    return groups.values().stream().map(SymptomGroups::explain).collect(Collectors.joining("; "));
  }

  /** Some operators, for people: by name, or by number if they are many. */
  public static String names(List<String> operators) {
    return operators.size() <= NAMED
        ? String.join(", ", operators)
        : operators.size() + " operators";
  }

  /** Explains symptoms of one kind. */
  private static String explain(List<Symptom> same) {
    if (same.size() == 1 || !(same.get(0) instanceof AboutOperator first)) {
      return same.get(0).explain();
    }
    List<String> operators =
        same.stream().map(symptom -> ((AboutOperator) symptom).operator()).toList();
    String finding =
        first instanceof MisalignedHashSlots ? misaligned(same) : first.findingOfSeveral();
    return names(operators) + ": " + finding;
  }

  /** Operators differ in how many hash slots are misaligned: the most tell how bad it is. */
  private static String misaligned(List<Symptom> same) {
    List<MisalignedHashSlots> all = same.stream().map(MisalignedHashSlots.class::cast).toList();
    MisalignedHashSlots most =
        Collections.max(all, Comparator.comparingInt(MisalignedHashSlots::count));
    boolean differ = all.stream().anyMatch(one -> one.count() < most.count());
    return (differ ? "up to " : "") + most.finding();
  }
}
