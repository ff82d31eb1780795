package io.amoeba.freshreads.checks;

import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Commands as an operator types them. Stateless. */
final class Words {
  private Words() {}

  /** Sends words that are separated by blanks, and returns the answer as text. */
  static String send(RedisCommands<String, String> redis, String words) {
    List<String> all = List.of(words.split(" ", -1));
    CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8);
    all.subList(1, all.size()).forEach(args::add);
    return redis.dispatch(new Name(all.get(0)), new Text(), args);
  }

  private record Name(String word) implements ProtocolKeyword {
    @Override
    public byte[] getBytes() {
      return word.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /** A status, a text or a number. */
  private static final class Text extends CommandOutput<String, String, String> {
    Text() {
      super(StringCodec.UTF8, "");
    }

    @Override
    public void set(ByteBuffer text) {
      output = codec.decodeValue(text);
    }

    @Override
    public void set(long number) {
      output = Long.toString(number);
    }
  }
}
