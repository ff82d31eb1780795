package io.amoeba.coordinator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReplicationInfoTest {

  private static final String PRIMARY =
      "# Stats\r\nkeyspace_hits:90\r\nkeyspace_misses:10\r\n# Replication\r\nrole:master\r\n"
          + "connected_slaves:4\r\n"
          + "slave0:ip=10.0.0.2,port=6379,state=online,offset=1200,lag=0\r\n"
          + "slave1:ip=10.0.0.3,port=6379,state=online,offset=900,lag=12,io-thread=0\r\n"
          + "slave2:ip=10.0.0.3,port=6380,state=online,offset=900,lag=3,type=replica\r\n"
          + "slave3:ip=2001:db8::4,port=6379,state=send_bulk,offset=0,lag=0\r\n"
          + "master_replid:abc\r\nmaster_repl_offset:1240\r\n";

  private static ReplicationInfo parse(String info) {
    return ReplicationInfo.of(ServerInfoReader.fields(info));
  }

  private static String replica(String history, String offset) {
    return "role:slave\r\nslave_repl_offset:%s\r\nmaster_replid:%s\r\nmaster_repl_offset:7\r\nkeyspace_hits:1\r\n"
        .formatted(offset, history);
  }

  @Test
  void thePrimaryTellsWhenItHeardEachReplica() {
    ReplicationInfo primary = parse(PRIMARY);

    assertThat(lagSeconds(primary, "10.0.0.2", 6379)).hasValue(0);
    assertThat(lagSeconds(primary, "10.0.0.3", 6379)).hasValue(12);
    assertThat(lagSeconds(primary, "10.0.0.3", 6380)).hasValue(3);
  }

  @Test
  void anotherPortMattersOnlyWhereTwoReplicasShareTheHost() {
    ReplicationInfo primary = parse(PRIMARY);

    assertThat(primary.find("10.0.0.2", 17_000)).isPresent();
    assertThat(primary.find("10.0.0.3", 17_000)).isEmpty();
  }

  @Test
  void aReplicaThatIsElsewhereOrGetsItsFirstCopyHasNoKnownLag() {
    ReplicationInfo primary = parse(PRIMARY);

    assertThat(primary.find("10.0.0.9", 6379)).isEmpty();
    assertThat(lagSeconds(primary, "2001:db8::4", 6379)).isEmpty();
  }

  @Test
  void bytesAreComparedWithinOneHistory() {
    assertThat(lagBytes(replica("abc", "1200"))).hasValue(40);
    assertThat(lagBytes(replica("abc", "1300"))).as("answered later").hasValue(0);
    assertThat(lagBytes(replica("other", "1200"))).isEmpty();
    assertThat(lagBytes(replica("abc", "-1"))).isEmpty();
    assertThat(lagBytes("")).isEmpty();
  }

  @Test
  void aReplicaThatDoesNotAnswerLacksWhatItHasNotConfirmed() {
    ReplicationInfo primary = parse(PRIMARY);

    assertThat(primary.lagBytes(parse(""), primary.find("10.0.0.3", 6379))).hasValue(340);
    assertThat(primary.lagBytes(parse(""), Optional.empty())).isEmpty();
    assertThat(parse("").lagBytes(parse(""), primary.find("10.0.0.3", 6379))).isEmpty();
  }

  private static OptionalLong lagBytes(String replica) {
    return parse(PRIMARY).lagBytes(parse(replica), Optional.empty());
  }

  private static OptionalLong lagSeconds(ReplicationInfo primary, String host, int port) {
    return primary.find(host, port).orElseThrow().lagSeconds();
  }

  @Test
  void lookupsAreCountedSinceAnEarlierAnswer() {
    ReplicationInfo before = parse(PRIMARY);
    ReplicationInfo later = parse(PRIMARY.replace("hits:90", "hits:95"));

    assertThat(before.lookups()).isEqualTo(OptionalLong.of(100));
    assertThat(later.lookupsSince(before)).hasValue(5);
    assertThat(before.lookupsSince(later)).as("restarted").isEmpty();
    assertThat(parse(replica("abc", "1")).lookups()).as("no misses told").isEmpty();
  }

  @Test
  void whatIsNoNumberIsNotTold() {
    String hostile =
        "role:master\r\nmaster_replid:abc\r\nmaster_repl_offset:<b>1</b>\r\nkeyspace_hits:9999999999999999999999\r\n"
            + "keyspace_misses:0\r\nslave0:ip=10.0.0.2,port=x,state=online,lag=-1,,=,lag\r\nslave1:\r\n";

    ReplicationInfo info = parse(hostile);

    assertThat(info.offset()).isEmpty();
    assertThat(info.lookups()).isEmpty();
    assertThat(lagSeconds(info, "10.0.0.2", 6379)).isEmpty();
  }
}
