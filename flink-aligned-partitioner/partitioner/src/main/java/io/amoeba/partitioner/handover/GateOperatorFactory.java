package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.function.AlignedFunction;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Makes gates in the task managers. Serialised into the job graph. */
public final class GateOperatorFactory<T, O> extends AbstractStreamOperatorFactory<O>
    implements CoordinatedOperatorFactory<O>, OneInputStreamOperatorFactory<Routed<T>, O> {

  private static final long serialVersionUID = 1L;

  private final GateSettings settings;
  private final AlignedFunction<T, O> function;

  /** Gates that run a function. */
  public GateOperatorFactory(GateSettings settings, AlignedFunction<T, O> function) {
    this.settings = settings;
    this.function = function;
  }

  @Override
  @SuppressWarnings("unchecked") // Flink's way of saying that it is of the class below
  public <S extends StreamOperator<O>> S createStreamOperator(
      StreamOperatorParameters<O> parameters) {
    return (S) new GateOperator<>(settings, function, parameters);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return GateOperator.class;
  }

  @Override
  public OperatorCoordinator.Provider getCoordinatorProvider(String name, OperatorID operator) {
    return new RestoreBarrier.Provider(operator);
  }
}
