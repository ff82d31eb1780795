package io.amoeba.freshreads.link;

import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.KeyStreamingOutput;
import io.lettuce.core.output.KeyValueStreamingOutput;
import io.lettuce.core.output.ScoredValueStreamingOutput;
import io.lettuce.core.output.ValueStreamingOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.ReadOnlyCommands.ReadOnlyPredicate;
import io.lettuce.core.protocol.RedisCommand;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which servers a command may be sent to. Immutable. */
public final class CommandRules {

  /*
   * A replica whose hash slot has moved away answers as if the key did not exist. That is harmless
   * for commands on one key whose answer then looks absent, because such answers are asked again.
   * A script, or a command over several keys, hides it. So they are sent to replicas only where
   * absence on replicas is trusted.
   *
   * Cursors of scans belong to one server. Commands without a key have no shard.
   */

  enum Target {
    REPLICA_OR_PRIMARY,
    PRIMARY,
    NONE
  }

  private static final String[] VISIBLE = {
    "BITCOUNT",
    "BITFIELD_RO",
    "BITPOS",
    "DIGEST",
    "DUMP",
    "EXPIRETIME",
    "GEODIST",
    "GEOHASH",
    "GEOPOS",
    "GEORADIUSBYMEMBER_RO",
    "GEORADIUS_RO",
    "GEOSEARCH",
    "GET",
    "GETBIT",
    "GETRANGE",
    "HEXISTS",
    "HGET",
    "HGETALL",
    "HKEYS",
    "HLEN",
    "HMGET",
    "HRANDFIELD",
    "HSTRLEN",
    "HVALS",
    "LINDEX",
    "LLEN",
    "LPOS",
    "LRANGE",
    "MGET",
    "PEXPIRETIME",
    "PTTL",
    "SCARD",
    "SISMEMBER",
    "SMEMBERS",
    "SMISMEMBER",
    "SRANDMEMBER",
    "STRLEN",
    "TTL",
    "TYPE",
    "VCARD",
    "VISMEMBER",
    "VSIM",
    "XLEN",
    "XRANGE",
    "XREVRANGE",
    "ZCARD",
    "ZCOUNT",
    "ZLEXCOUNT",
    "ZMSCORE",
    "ZRANDMEMBER",
    "ZRANGE",
    "ZRANGEBYLEX",
    "ZRANGEBYSCORE",
    "ZRANK",
    "ZREVRANGE",
    "ZREVRANGEBYLEX",
    "ZREVRANGEBYSCORE",
    "ZREVRANK",
    "ZSCORE"
  };

  /** Visible with a single argument, the key. */
  private static final String[] VISIBLE_WITH_ONE_KEY = {"EXISTS", "PFCOUNT"};

  private static final String[] HIDDEN = {
    "EXISTS", "PFCOUNT", "EVALSHA_RO", "EVAL_RO", "FCALL_RO", "LCS", "SDIFF", "SINTER",
    "SINTERCARD", "SORT_RO", "SUNION", "XREAD", "ZDIFF", "ZINTER", "ZINTERCARD", "ZUNION"
  };

  private static final String[] PRIMARY = {
    "COMMAND",
    "DBSIZE",
    "ECHO",
    "HSCAN",
    "INFO",
    "KEYS",
    "MEMORY",
    "OBJECT",
    "PING",
    "RANDOMKEY",
    "SCAN",
    "SSCAN",
    "TIME",
    "TOUCH",
    "XINFO",
    "XPENDING",
    "ZSCAN"
  };

  /** Read-only for lettuce, but not for the server or the connection. */
  private static final String[] REFUSED = {
    "ASKING",
    "CLIENT",
    "PSUBSCRIBE",
    "PUBLISH",
    "PUBSUB",
    "PUNSUBSCRIBE",
    "READWRITE",
    "SCRIPT",
    "SPUBLISH",
    "SSUBSCRIBE",
    "SUBSCRIBE",
    "SUNSUBSCRIBE",
    "UNSUBSCRIBE"
  };

  private final Keywords visible = new Keywords(VISIBLE);
  private final Keywords visibleWithOneKey = new Keywords(VISIBLE_WITH_ONE_KEY);
  private final Keywords hidden = new Keywords(HIDDEN);
  private final Keywords primary = new Keywords(PRIMARY);
  private final Keywords refused = new Keywords(REFUSED);

  private final ReadOnlyPredicate alsoReads;
  private final boolean absentFromReplica;

  /**
   * @param alsoReads the application's own list of commands that read
   * @param absentFromReplica whether a replica's answer without a value is trusted
   */
  public CommandRules(ReadOnlyPredicate alsoReads, boolean absentFromReplica) {
    this.alsoReads = alsoReads;
    this.absentFromReplica = absentFromReplica;
  }

  Target target(RedisCommand<?, ?, ?> command) {
    ProtocolKeyword type = command.getType();
    if (visible.contains(type)) {
      return replicaUnlessStreamed(command);
    }
    if (visibleWithOneKey.contains(type) && hasOneArgument(command.getArgs())) {
      return replicaUnlessStreamed(command);
    }
    if (primary.contains(type)) {
      return Target.PRIMARY;
    }
    if (refused.contains(type)) {
      return Target.NONE;
    }
    if (hidden.contains(type) || alsoReads.isReadOnly(command)) {
      return absentFromReplica ? replicaUnlessStreamed(command) : Target.PRIMARY;
    }
    return Target.NONE;
  }

  private static boolean hasOneArgument(@Nullable CommandArgs<?, ?> args) {
    return args != null && args.count() == 1;
  }

  /** What was streamed to the application cannot be asked again. */
  private static Target replicaUnlessStreamed(RedisCommand<?, ?, ?> command) {
    CommandOutput<?, ?, ?> output = command.getOutput();
    boolean streamed =
        output instanceof KeyStreamingOutput
            || output instanceof ValueStreamingOutput
            || output instanceof KeyValueStreamingOutput
            || output instanceof ScoredValueStreamingOutput;
    return streamed ? Target.PRIMARY : Target.REPLICA_OR_PRIMARY;
  }

  /** Commands by name, as constants of lettuce or of an application. */
  private static final class Keywords {
    private final Set<CommandType> types = EnumSet.noneOf(CommandType.class);
    private final Set<String> names = new HashSet<>();

    Keywords(String... all) {
      names.addAll(Set.of(all));
      for (CommandType type : CommandType.values()) {
        if (names.contains(type.toString())) {
          types.add(type);
        }
      }
    }

    boolean contains(ProtocolKeyword keyword) {
      return keyword instanceof CommandType
          ? types.contains(keyword)
          : names.contains(keyword.toString().toUpperCase(Locale.ROOT));
    }
  }
}
