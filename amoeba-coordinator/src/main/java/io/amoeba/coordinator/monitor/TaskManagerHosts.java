package io.amoeba.coordinator.monitor;

import java.util.List;
import java.util.Map;

/**
 * Which machine task managers are on, as they have told themselves, by id. In pods it is another
 * host than that of the address by which Flink knows them. Immutable.
 *
 * @param ofMachine names and addresses of the machine; missing or empty: it was not told
 * @param ofAddress what Flink calls the address of those that have told another host
 */
public record TaskManagerHosts(Map<String, List<String>> ofMachine, Map<String, String> ofAddress) {

  /** Nobody has told anything: Flink's addresses are those of the machines. */
  public static final TaskManagerHosts UNTOLD = new TaskManagerHosts(Map.of(), Map.of());

  public TaskManagerHosts {
    ofMachine = Map.copyOf(ofMachine);
    ofAddress = Map.copyOf(ofAddress);
  }

  /** The host that stands for the machine. */
  public String host(String taskManager, String flinkHost) {
    List<String> told = machine(taskManager);
    return told.isEmpty() ? flinkHost : told.get(0);
  }

  List<String> machine(String taskManager) {
    return ofMachine.getOrDefault(taskManager, List.of());
  }
}
