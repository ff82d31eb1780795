package io.amoeba.linearroad.job.vehicle;

import io.amoeba.linearroad.input.InputRecord;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Where exactly a vehicle is: expressway, direction, lane, and position in feet. Immutable. */
public record Spot(int xway, int dir, int lane, int position) {
  /** The segment of the position, whatever segment a report named (rule 9). */
  public int segment() {
    return position / InputRecord.SEGMENT_FEET;
  }

  /** The expressway and direction as one number, the key of accident detection. */
  public long carriageway() {
    return (long) xway << 1 | dir;
  }

  /** Writes the fields one after the other. */
  public void write(DataOutputView out) throws IOException {
    out.writeInt(xway);
    out.writeByte(dir);
    out.writeByte(lane);
    out.writeInt(position);
  }

  /** Reads what {@link #write} wrote. */
  public static Spot read(DataInputView in) throws IOException {
    return new Spot(in.readInt(), in.readByte(), in.readByte(), in.readInt());
  }
}
