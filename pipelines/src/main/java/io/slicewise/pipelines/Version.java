package io.slicewise.pipelines;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version of this program, from the manifest of its jar. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"slicewise " + Optional.ofNullable(version).orElse("(not from a jar)")};
  }
}
