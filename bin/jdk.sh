# Sets JAVA_HOME to a JDK of at least version 25, or ends with one sentence. Sourced by ./cms and ./mvnw.
# It looks at JAVA_HOME, at the javac on PATH, and into the folders where JDKs usually live.

jdk_version() { # prints the major version of the JDK in folder $1, or nothing
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

jdk_is_new_enough() {
  jdk_found=$(jdk_version "$1")
  [ -n "$jdk_found" ] && [ "$jdk_found" -ge 25 ]
}

jdk_of_path() { # prints the home of the javac on PATH, links followed
  jdk_javac=$(command -v javac) || return 0
  while [ -L "$jdk_javac" ]; do
    jdk_target=$(readlink "$jdk_javac")
    case "$jdk_target" in
      /*) jdk_javac=$jdk_target ;;
      *) jdk_javac=${jdk_javac%/*}/$jdk_target ;;
    esac
  done
  printf '%s\n' "${jdk_javac%/bin/javac}"
}

jdk_find() {
  for jdk_home in "${JAVA_HOME:-}" "$(jdk_of_path)" \
    /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /usr/local/java/* /usr/local/*jdk* /opt/*jdk* /opt/java/* /opt/jdks/* \
    "${HOME:-/nowhere}"/.sdkman/candidates/java/* "${HOME:-/nowhere}"/.jdks/* "${HOME:-/nowhere}"/.local/share/mise/installs/java/* \
    "${HOME:-/nowhere}"/.asdf/installs/java/* "${HOME:-/nowhere}"/.gradle/jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-/nowhere}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    if [ -n "$jdk_home" ] && jdk_is_new_enough "$jdk_home"; then
      JAVA_HOME=$jdk_home
      export JAVA_HOME
      return 0
    fi
  done
  echo "No JDK 25 was found: install one (for example Eclipse Temurin 25) or set JAVA_HOME to its folder." >&2
  return 1
}

jdk_find || exit 1
