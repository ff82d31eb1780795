package io.amoeba.partitioner.flink;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;

/** The record itself as the key of a custom partitioner, with its type. Immutable. */
final class TypedKey<T> implements KeySelector<T, T>, ResultTypeQueryable<T> {

  private static final long serialVersionUID = 1L;

  private final TypeInformation<T> type;

  TypedKey(TypeInformation<T> type) {
    this.type = type;
  }

  @Override
  public T getKey(T value) {
    return value;
  }

  @Override
  public TypeInformation<T> getProducedType() {
    return type;
  }
}
