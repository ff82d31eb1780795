package io.amoeba.coordinator.http;

import io.javalin.config.RoutesConfig;

/** A group of endpoints. */
interface HttpApi {

  void register(RoutesConfig routes);
}
