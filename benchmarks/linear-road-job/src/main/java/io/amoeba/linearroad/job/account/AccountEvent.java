package io.amoeba.linearroad.job.account;

import io.amoeba.linearroad.job.type.ValueSerializer;
import io.amoeba.linearroad.job.type.ValueType;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * At a crossing, a time in seconds, a toll is announced, and the toll announced at {@code
 * chargedCrossing} is charged (-1: none). Immutable.
 */
public record AccountEvent(int vid, int time, long announcedToll, int chargedCrossing) {
  /** The Flink type. */
  public static final ValueType<AccountEvent> TYPE =
      ValueType.of(AccountEvent.class, new Serializer());

  /** Whether it can never change a balance. */
  public boolean isVoid() {
    return announcedToll == 0 && chargedCrossing < 0;
  }

  /** Writes the fields one after the other. */
  public static final class Serializer extends ValueSerializer<AccountEvent> {
    private static final long serialVersionUID = 1L;

    @Override
    public void serialize(AccountEvent value, DataOutputView out) throws IOException {
      out.writeInt(value.vid);
      out.writeInt(value.time);
      out.writeLong(value.announcedToll);
      out.writeInt(value.chargedCrossing);
    }

    @Override
    public AccountEvent deserialize(DataInputView in) throws IOException {
      return new AccountEvent(in.readInt(), in.readInt(), in.readLong(), in.readInt());
    }
  }
}
