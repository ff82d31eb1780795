package io.amoeba.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Tables of figures: a row for each result, a column for each measure. Stateless. */
public final class Table {
  private static final String GAP = "  ";

  private Table() {}

  /** A table of results, with the title and unit of each measure above its column. */
  public static <R> String of(
      List<R> results, Function<R, String> label, List<Measure<R>> measures) {
    return of(results, label, measures, Measure::cell);
  }

  /** Medians and extremes of repeated measurements, a row for each group of equal ones. */
  public static <G, R> String ofSpreads(
      List<G> groups,
      Function<G, String> label,
      Function<G, List<R>> results,
      List<Measure<R>> measures) {
    return of(
        groups,
        label,
        measures,
        (Measure<R> measure, G group) -> measure.spreadCell(results.apply(group)));
  }

  @FunctionalInterface
  private interface Cell<R, T> {
    String of(Measure<R> measure, T row);
  }

  private static <R, T> String of(
      List<T> rows, Function<T, String> label, List<Measure<R>> measures, Cell<R, T> cell) {
    List<List<String>> columns = new ArrayList<>();
    columns.add(rows.stream().map(label).toList());
    List<List<String>> headings = new ArrayList<>();
    headings.add(List.of());
    for (Measure<R> measure : measures) {
      columns.add(rows.stream().map(row -> cell.of(measure, row)).toList());
      headings.add(heading(measure));
    }
    int height = headings.stream().mapToInt(List::size).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (int line = -height; line < rows.size(); line++) {
      StringBuilder row = new StringBuilder();
      for (int column = 0; column < columns.size(); column++) {
        List<String> heading = headings.get(column);
        List<String> cells = columns.get(column);
        int word = heading.size() + line;
        String shown = line >= 0 ? cells.get(line) : word >= 0 ? heading.get(word) : "";
        int width = Math.max(width(heading), width(cells));
        row.append(column == 0 ? "" : GAP)
            .append(column == 0 ? shown : "")
            .append(" ".repeat(width - shown.length()))
            .append(column == 0 ? "" : shown);
      }
      text.append(row.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  /** A word on each line, and the unit below them. */
  private static List<String> heading(Measure<?> measure) {
    List<String> words = new ArrayList<>(Arrays.asList(measure.title().split(" ", -1)));
    if (!measure.unit().isEmpty()) {
      words.add(measure.unit());
    }
    return words;
  }

  private static int width(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }
}
