package io.amoeba.coordinator.http;

import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.config.StoreFile;
import io.amoeba.coordinator.config.TlsSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Builds the one connector of a server that speaks TLS. Stateless. */
final class TlsConnector {

  private TlsConnector() {}

  static Connector of(Server server, HttpConfiguration http, HttpSettings settings) {
    TlsSettings tls = settings.tls().orElseThrow();
    SslContextFactory.Server context = new SslContextFactory.Server();
    context.setKeyStorePath(tls.keys().file().toUri().toString());
    context.setKeyStorePassword(password(tls.keys()));
    tls.clients()
        .ifPresent(
            clients -> {
              context.setTrustStorePath(clients.file().toUri().toString());
              context.setTrustStorePassword(password(clients));
              context.setNeedClientAuth(true);
            });
    HttpConfiguration secure = new HttpConfiguration(http);
    secure.addCustomizer(new SecureRequestCustomizer(/* sniHostCheck= */ false));
    ServerConnector connector =
        new ServerConnector(server, context, new HttpConnectionFactory(secure));
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    return connector;
  }

  private static String password(StoreFile store) {
    try {
      return Files.readString(store.passwordFile()).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "password file " + store.passwordFile() + " could not be read", e);
    }
  }
}
