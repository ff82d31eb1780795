package io.amoeba.embedded.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CassandraYamlTest {
  private static final NodeAddress ADDRESS =
      new NodeAddress(2, "127.0.9.2", 12_000, 12_001, 12_002);

  private static final List<Path> FOLDERS = List.of(Path.of("/disk1/data"), Path.of("/disk2/data"));

  private final CassandraYaml yaml =
      new CassandraYaml(
          "test",
          CassandraSettings.defaults().withLocalReplicas(2),
          List.of("127.0.9.1:12000", "127.0.9.2:12000"));

  private JsonNode parse(boolean first, StartOptions options) throws Exception {
    return new ObjectMapper().readTree(yaml.text(ADDRESS, FOLDERS, first, options.yaml()));
  }

  @Test
  void nodeListensOnItsOwnAddressOnly() throws Exception {
    JsonNode parsed = parse(false, StartOptions.NONE);

    assertThat(parsed.get("listen_address").asText()).isEqualTo("127.0.9.2");
    assertThat(parsed.get("rpc_address").asText()).isEqualTo("127.0.9.2");
    assertThat(parsed.at("/seed_provider/0/parameters/0/seeds").asText())
        .isEqualTo("127.0.9.1:12000,127.0.9.2:12000");
  }

  @Test
  void firstNodesHaveFixedDistinctTokensAndDoNotBootstrap() throws Exception {
    JsonNode parsed = parse(true, StartOptions.NONE);

    assertThat(parsed.get("auto_bootstrap").asBoolean()).isFalse();
    Set<String> tokens = Set.of(parsed.get("initial_token").asText().split(","));
    assertThat(tokens).hasSize(16);
    assertThat(parse(true, StartOptions.NONE).get("initial_token"))
        .isEqualTo(parsed.get("initial_token"));
  }

  @Test
  void furtherNodesBootstrap() throws Exception {
    JsonNode parsed = parse(false, StartOptions.NONE);

    assertThat(parsed.has("auto_bootstrap")).isFalse();
    assertThat(parsed.has("initial_token")).isFalse();
    assertThat(parsed.get("num_tokens").asInt()).isEqualTo(16);
    assertThat(parsed.get("allocate_tokens_for_local_replication_factor").asInt()).isEqualTo(2);
  }

  @Test
  void dataAreSpreadOverAllFolders() throws Exception {
    JsonNode folders = parse(false, StartOptions.NONE).get("data_file_directories");

    assertThat(folders).map(JsonNode::asText).containsExactly("/disk1/data", "/disk2/data");
  }

  @Test
  void entriesOfTheStartReplaceTheDefaults() throws Exception {
    JsonNode parsed =
        parse(
            false,
            StartOptions.NONE
                .withYaml("num_tokens", 1)
                .withSyncedCommitLog()
                .withCompressedCommitLog());

    assertThat(parsed.get("num_tokens").asInt()).isEqualTo(1);
    assertThat(parsed.at("/commitlog_compression/0/class_name").asText())
        .isEqualTo("LZ4Compressor");
    assertThat(parsed.get("commitlog_sync").asText()).isEqualTo("group");
    assertThat(parsed.get("commitlog_sync_period").asText()).isEqualTo("0ms");
  }

  @Test
  void laterOptionsAreAddedToEarlierOnes() {
    StartOptions options =
        StartOptions.NONE.withJvmArguments("-Da=1").withYaml("x", 1).withJvmArguments("-Db=2");

    assertThat(options.jvmArguments()).containsExactly("-Da=1", "-Db=2");
    assertThat(options.yaml()).isEqualTo(Map.of("x", 1));
  }
}
