package io.amoeba.micro;

import org.apache.flink.api.common.functions.Partitioner;

/**
 * Baseline, as a user would write it without Amoeba: CRC16 by its table, modulo the number of
 * subtasks. No hash tags, no map.
 */
final class PlainCrc16 implements Partitioner<byte[]> {

  private static final long serialVersionUID = 1L;
  private static final int[] TABLE = table();

  @Override
  public int partition(byte[] key, int numPartitions) {
    int crc = 0;
    for (byte b : key) {
      crc = ((crc << 8) & 0xffff) ^ TABLE[((crc >>> 8) ^ b) & 0xff];
    }
    return crc % numPartitions;
  }

  private static int[] table() {
    int[] table = new int[256];
    for (int value = 0; value < table.length; value++) {
      int crc = value << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) != 0 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
      }
      table[value] = crc;
    }
    return table;
  }
}
