package io.amoeba.linearroad.answer;

import org.jspecify.annotations.Nullable;

/** The fields of an answer without its type and emit time, one after the other in 128 bits. */
record AnswerBits(long high, long low) {
  /** Bits of each field, by type; no usual answer needs more. */
  private static final int[][] WIDTHS = {
    {32, 32, 16, 48}, {32, 16, 16, 16, 32}, {32, 32, 32, 32}, {32, 32, 64}, {32, 32, 64}
  };

  /** The bits of an answer, or null if a field is out of the range of its bits. */
  static @Nullable AnswerBits of(Answer answer) {
    long[] fields = answer.fields();
    int emit = Answers.emitField(answer.type());
    long high = 0;
    long low = 0;
    int at = 1;
    for (int width : WIDTHS[answer.type()]) {
      at += at == emit ? 1 : 0;
      long value = fields[at++];
      if (width == Long.SIZE) {
        high = low;
        low = value;
      } else if (value >>> width == 0) {
        high = high << width | low >>> (Long.SIZE - width);
        low = low << width | value;
      } else {
        return null;
      }
    }
    return new AnswerBits(high, low);
  }

  /** The answer that has these bits. */
  Answer toAnswer(int type) {
    int[] widths = WIDTHS[type];
    int emit = Answers.emitField(type);
    long[] fields = new long[1 + widths.length + (emit > 0 ? 1 : 0)];
    fields[0] = type;
    long upper = high;
    long lower = low;
    int at = fields.length;
    for (int i = widths.length - 1; i >= 0; i--) {
      at -= at - 1 == emit ? 2 : 1;
      int width = widths[i];
      if (width == Long.SIZE) {
        fields[at] = lower;
        lower = upper;
      } else {
        fields[at] = lower & ((1L << width) - 1);
        lower = lower >>> width | upper << (Long.SIZE - width);
        upper >>>= width;
      }
    }
    return Answers.withoutEmit(fields);
  }
}
