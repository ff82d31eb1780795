package io.amoeba.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What an experiment showed. */
public interface ExperimentReport {
  /** Tables and notes for a terminal. */
  String findings();

  /** For programs, and for the page's plots. */
  ObjectNode data();

  /** What is said of it, and whether that holds. */
  List<Claim> claims();

  /** The resource that {@link #page()} fills. */
  String template();

  /** For a terminal: findings, claims, the machine. */
  default String text() {
    String claims = Claim.lines(claims());
    return "\n%s\n%s%s\n"
        .formatted(findings(), claims.isEmpty() ? "" : claims + "\n", MachineLine.text());
  }

  /** The data with claims, failures and the machine. */
  default ObjectNode json() {
    ObjectNode root = data();
    root.put("machine", MachineLine.text());
    root.put("holds", holds());
    root.set("claims", ReportJson.tree(claims()));
    root.set(
        "failures",
        ReportJson.tree(claims().stream().filter(Claim::fails).map(Claim::statement).toList()));
    return root;
  }

  /** Whether all that must hold, whatever the other figures are, did. */
  default boolean holds() {
    return claims().stream().noneMatch(Claim::fails);
  }

  /** A whole HTML page, with plots. */
  default String page() throws IOException {
    return Page.of(
        template(), Map.of("machine", MachineLine.text(), "summary", text().strip()), json());
  }
}
