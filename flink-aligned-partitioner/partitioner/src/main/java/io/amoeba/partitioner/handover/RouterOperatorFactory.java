package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.function.ToHashSlot;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Makes routers in the task managers. Serialised into the job graph. */
public final class RouterOperatorFactory<T> extends AbstractStreamOperatorFactory<Routed<T>>
    implements CoordinatedOperatorFactory<Routed<T>>, OneInputStreamOperatorFactory<T, Routed<T>> {

  private static final long serialVersionUID = 1L;

  private final String receiver;
  private final ToHashSlot<T> toHashSlot;

  /** Routers towards an operator. */
  public RouterOperatorFactory(String receiver, ToHashSlot<T> toHashSlot) {
    this.receiver = receiver;
    this.toHashSlot = toHashSlot;
    setChainingStrategy(ChainingStrategy.ALWAYS);
  }

  @Override
  @SuppressWarnings("unchecked") // Flink's way of saying that it is of the class below
  public <S extends StreamOperator<Routed<T>>> S createStreamOperator(
      StreamOperatorParameters<Routed<T>> parameters) {
    return (S) new RouterOperator<>(receiver, toHashSlot, parameters);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return RouterOperator.class;
  }

  @Override
  public OperatorCoordinator.Provider getCoordinatorProvider(String name, OperatorID operator) {
    return new RestoreBarrier.Provider(operator);
  }
}
