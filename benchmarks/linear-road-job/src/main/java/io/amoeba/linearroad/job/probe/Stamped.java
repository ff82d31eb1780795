package io.amoeba.linearroad.job.probe;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.api.java.typeutils.TupleTypeInfo;

/**
 * A value and its place in what one router instance sent to one hash slot: a random number of the
 * instance, and a sequence number from 0. A tuple, which Flink can write. Nobody changes it.
 */
public final class Stamped<T> extends Tuple3<T, Long, Long> {
  private static final long serialVersionUID = 1L;

  /** For Flink, which sets the fields next. */
  public Stamped() {}

  Stamped(T value, long router, long sequence) {
    super(value, router, sequence);
  }

  /** The Flink type. */
  @SuppressWarnings("unchecked") // a class has no type arguments
  static <T> TypeInformation<Stamped<T>> type(TypeInformation<T> value) {
    Class<Stamped<T>> stamped = (Class<Stamped<T>>) (Class<?>) Stamped.class;
    return new TupleTypeInfo<>(stamped, value, Types.LONG, Types.LONG);
  }

  T value() {
    return f0;
  }

  long router() {
    return f1;
  }

  long sequence() {
    return f2;
  }
}
