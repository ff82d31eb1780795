package io.amoeba.hints.command;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.filter.ClusteringIndexFilter;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.db.filter.RowFilter;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.Clock;

/**
 * Reads, of which release lines of Cassandra name parts differently. 5.0 has times in seconds as
 * long, and reads that use several indexes; 4.1 has int, and one index. The check of symbols has
 * found one form of each. Stateless.
 */
public final class ReadCommands {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

  private static final MethodHandle PARTITION =
      factory(
          SinglePartitionReadCommand.class,
          DecoratedKey.class,
          ColumnFilter.class,
          ClusteringIndexFilter.class);

  private static final MethodHandle RANGE =
      factory(
          PartitionRangeReadCommand.class,
          ColumnFilter.class,
          RowFilter.class,
          DataLimits.class,
          DataRange.class);

  private static final MethodHandle ALL_ROWS =
      either(
          () -> LOOKUP.findStatic(RowFilter.class, "none", MethodType.methodType(RowFilter.class)),
          () -> LOOKUP.findStaticGetter(RowFilter.class, "NONE", RowFilter.class));

  /** Null where the read uses none. */
  private static final MethodHandle INDEX =
      either(
              () -> LOOKUP.unreflect(ReadCommand.class.getMethod("indexQueryPlan")),
              () -> LOOKUP.unreflect(ReadCommand.class.getMethod("indexMetadata")))
          .asType(MethodType.methodType(Object.class, ReadCommand.class));

  private ReadCommands() {}

  private interface Finder {
    MethodHandle find() throws ReflectiveOperationException;
  }

  private static MethodHandle either(Finder newer, Finder older) {
    try {
      return newer.find();
    } catch (NoSuchMethodException isOlder) {
      return found(older);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle found(Finder finder) {
    try {
      return finder.find();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle factory(Class<?> command, Class<?>... afterTheTime) {
    MethodType type =
        MethodType.methodType(command, TableMetadata.class, long.class)
            .appendParameterTypes(afterTheTime);
    MethodHandle here =
        either(
            () -> LOOKUP.findStatic(command, "create", type),
            () -> LOOKUP.findStatic(command, "create", type.changeParameterType(1, int.class)));
    return MethodHandles.explicitCastArguments(here, type);
  }

  /** A read of all columns of one partition, at this moment. */
  public static SinglePartitionReadCommand partition(
      TableMetadata table, DecoratedKey key, ClusteringIndexFilter filter) {
    try {
      return (SinglePartitionReadCommand)
          PARTITION.invokeExact(table, nowInSeconds(), key, ColumnFilter.all(table), filter);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** A read of all columns of a range's partitions, at this moment. */
  public static PartitionRangeReadCommand range(TableMetadata table, DataRange range) {
    try {
      RowFilter allRows = (RowFilter) ALL_ROWS.invokeExact();
      return (PartitionRangeReadCommand)
          RANGE.invokeExact(
              table, nowInSeconds(), ColumnFilter.all(table), allRows, DataLimits.NONE, range);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Whether an index finds the rows of the read. */
  public static boolean usesIndex(ReadCommand command) {
    try {
      Object index = INDEX.invokeExact(command);
      return index != null;
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static long nowInSeconds() {
    return TimeUnit.MILLISECONDS.toSeconds(Clock.Global.currentTimeMillis());
  }

  private static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException exception
        ? exception
        : new IllegalStateException(failure);
  }
}
