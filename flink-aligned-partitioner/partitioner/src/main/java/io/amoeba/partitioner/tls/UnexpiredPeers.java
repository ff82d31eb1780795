package io.amoeba.partitioner.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts whom another trust manager trusts while their certificate is valid. The JDK's own does not
 * look at the dates of a certificate that is itself in the trust store, as self-signed ones are.
 * Safe for concurrent use if the other one is.
 */
public final class UnexpiredPeers extends X509ExtendedTrustManager {

  private final X509ExtendedTrustManager trusted;

  private UnexpiredPeers(X509ExtendedTrustManager trusted) {
    this.trusted = trusted;
  }

  /** The same trust managers; those for X.509 certificates look at the dates, too. */
  public static TrustManager[] of(TrustManager[] managers) {
    return Arrays.stream(managers)
        .map(
            manager ->
                manager instanceof X509ExtendedTrustManager
                    ? new UnexpiredPeers((X509ExtendedTrustManager) manager)
                    : manager)
        .toArray(TrustManager[]::new);
  }

  private interface Check {
    void run() throws CertificateException;
  }

  /** A chain that is trusted, and whose own certificate is valid; says which one is not. */
  private static void check(X509Certificate[] chain, Check trust) throws CertificateException {
    try {
      trust.run();
    } catch (CertificateException e) {
      if (isAboutDates(e)) {
        for (X509Certificate certificate : chain) {
          checkDates(certificate);
        }
      }
      throw e;
    }
    checkDates(chain[0]); // the others are on the path that has been checked
  }

  /** The JDK says when, and not whose. */
  private static boolean isAboutDates(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateExpiredException
          || cause instanceof CertificateNotYetValidException) {
        return true;
      }
    }
    return false;
  }

  private static void checkDates(X509Certificate certificate) throws CertificateException {
    try {
      certificate.checkValidity();
    } catch (CertificateExpiredException | CertificateNotYetValidException e) {
      // Without its cause, which says less: the innermost one is what people are shown.
      throw new CertificateException(
          String.format(
              "the certificate of %s has expired or is not valid yet, renew it: %s to %s",
              certificate.getSubjectX500Principal(),
              certificate.getNotBefore().toInstant(),
              certificate.getNotAfter().toInstant()));
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(chain, () -> trusted.checkClientTrusted(chain, authType));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    check(chain, () -> trusted.checkClientTrusted(chain, authType, socket));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    check(chain, () -> trusted.checkClientTrusted(chain, authType, engine));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(chain, () -> trusted.checkServerTrusted(chain, authType));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    check(chain, () -> trusted.checkServerTrusted(chain, authType, socket));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    check(chain, () -> trusted.checkServerTrusted(chain, authType, engine));
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return trusted.getAcceptedIssuers();
  }
}
