package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.PlacementMap;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A placement map as bytes in a router's state: version 1, epoch, parallelism, ranges. */
final class MapCodec {

  private static final byte VERSION = 1;

  private MapCodec() {}

  static byte[] encode(PlacementMap map) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(VERSION);
    out.writeLong(map.epoch());
    out.writeInt(map.parallelism());
    List<HashSlotRange> ranges = map.ranges();
    out.writeInt(ranges.size());
    for (HashSlotRange range : ranges) {
      out.writeShort(range.from());
      out.writeShort(range.to());
      out.writeShort(range.subtask());
    }
    return bytes.toByteArray();
  }

  static PlacementMap decode(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    byte version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          "router state has version "
              + version
              + ", this jar reads "
              + VERSION
              + ": restore with the version of flink-aligned-partitioner that wrote it");
    }
    long epoch = in.readLong();
    int parallelism = in.readInt();
    int count = in.readInt();
    if (count < 1 || count > HashSlot.COUNT) {
      throw new IOException("router state has " + count + " ranges: it is damaged");
    }
    List<HashSlotRange> ranges = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ranges.add(new HashSlotRange(in.readShort(), in.readShort(), in.readShort()));
    }
    try {
      return PlacementMap.ofRanges(epoch, parallelism, ranges);
    } catch (IllegalArgumentException e) {
      throw new IOException("router state is damaged: " + e.getMessage(), e);
    }
  }
}
