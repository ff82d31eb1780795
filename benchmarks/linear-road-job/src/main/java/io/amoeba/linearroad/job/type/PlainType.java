package io.amoeba.linearroad.job.type;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/** A Flink type of whole values: neither keys nor fields are taken from it. Immutable. */
public abstract class PlainType<T> extends TypeInformation<T> {
  private static final long serialVersionUID = 1L;

  @Override
  public final boolean isBasicType() {
    return false;
  }

  @Override
  public final boolean isTupleType() {
    return false;
  }

  @Override
  public final int getArity() {
    return 1;
  }

  @Override
  public final int getTotalFields() {
    return 1;
  }

  @Override
  public final boolean isKeyType() {
    return false;
  }

  @Override
  public final boolean canEqual(Object other) {
    return other != null && other.getClass() == getClass();
  }
}
