import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.runtime.jobmanager.JobManagerProcessUtils;
import org.apache.flink.runtime.util.config.memory.ProcessMemoryUtils;

/** Sizes of a process's memory from a configuration folder, as a start script needs them. */
public final class ProcessSizes {
  private ProcessSizes() {}

  public static void main(String[] args) {
    Configuration config = GlobalConfiguration.loadConfiguration(args[1]);
    if (args[0].equals("taskmanager")) {
      var spec = TaskExecutorProcessUtils.processSpecFromConfig(config);
      System.out.println("FLAGS " + ProcessMemoryUtils.generateJvmParametersStr(spec));
      System.out.println("SETTINGS " + TaskExecutorProcessUtils.generateDynamicConfigsStr(spec));
    } else {
      var spec = JobManagerProcessUtils.processSpecFromConfig(config);
      System.out.println(
          "FLAGS " + JobManagerProcessUtils.generateJvmParametersStr(spec, config));
      System.out.println("SETTINGS " + JobManagerProcessUtils.generateDynamicConfigsStr(spec));
    }
  }
}
