package io.amoeba.linearroad.measure;

import io.amoeba.linearroad.observe.Requests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Where the requests of one operator went before the alignment and after it. Immutable. */
public record OperatorLocality(String operator, Requests before, Requests after) {
  /** Of the operators that asked Redis in one of both spans, by name. */
  public static List<OperatorLocality> of(
      List<Sample> samples, Figures.Span before, Figures.Span after) {
    Map<String, Requests> first = Figures.requestsByOperator(samples, before);
    Map<String, Requests> second = Figures.requestsByOperator(samples, after);
    Set<String> operators = new TreeSet<>(first.keySet());
    operators.addAll(second.keySet());
    List<OperatorLocality> localities = new ArrayList<>();
    for (String operator : operators) {
      OperatorLocality locality =
          new OperatorLocality(
              operator,
              first.getOrDefault(operator, Requests.NONE),
              second.getOrDefault(operator, Requests.NONE));
      if (locality.before.total() + locality.after.total() > 0) {
        localities.add(locality);
      }
    }
    return localities;
  }
}
