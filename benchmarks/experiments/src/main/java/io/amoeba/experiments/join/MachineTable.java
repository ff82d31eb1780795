package io.amoeba.experiments.join;

import io.amoeba.experiments.usage.MachineLoad;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What the machine did around the joins, for people. Stateless. */
final class MachineTable {
  private static final int NAME_WIDTH = 19;

  /** A figure before, during and after a join; how it is called and shown. */
  private record Column(String title, String format, ToDoubleFunction<MachineLoad> figure) {
    String cells(JoinLoads loads) {
      return cells(
          cell(loads.machineBefore()), cell(loads.machineDuring()), cell(loads.machineAfter()));
    }

    private String cell(MachineLoad load) {
      double value = figure.applyAsDouble(load);
      return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
    }

    static String cells(String before, String during, String after) {
      return "  %8s %6s %6s".formatted(before, during, after);
    }
  }

  private static final List<Column> COLUMNS =
      List.of(
          new Column("busy", "%.0f %%", load -> 100 * load.busyFraction()),
          new Column("stolen", "%.1f %%", load -> 100 * load.stolenFraction()),
          new Column("ms/work", "%.2f", MachineLoad::workMillis),
          new Column("ms/read", "%.1f", MachineLoad::millisPerRead),
          new Column("ms/write", "%.1f", MachineLoad::millisPerWrite));

  private MachineTable() {}

  static String of(List<JoinRun> runs) {
    StringBuilder text =
        new StringBuilder(
            "\nThe machine: processors busy, processors that its own host gave to others; how long a fixed piece of work took, and its disk\n");
    text.append(" ".repeat(NAME_WIDTH));
    COLUMNS.forEach(column -> text.append(Column.cells(column.title, "join", "after")));
    text.append('\n');
    for (JoinRun run : runs) {
      text.append(("%-" + NAME_WIDTH + "s").formatted(run.mode()));
      COLUMNS.forEach(column -> text.append(column.cells(run.loads())));
      text.append('\n');
    }
    return text.toString();
  }
}
