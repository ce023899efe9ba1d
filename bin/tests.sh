# Runs tests on the classes that the build has left in target/, and compiles first only where a source is newer than they
# are: every part of .ci uses one compilation. Sourced by the parts of .ci, in the folder of the project.

compiled() {
  local last=target/maven-status/maven-compiler-plugin/testCompile/default-testCompile/inputFiles.lst
  [ -e $last ] && [ -z "$(find src/main/java src/main/resources src/test pom.xml -newer $last -print -quit)" ]
}

compile_tests() { compiled || ./mvnw -B -ntp -q -Dquick test-compile; }

# Prints the jar that ./cms has built, when it has and nothing is newer: what tests start as a process starts from it with half
# of the processor's time. The lock keeps it from being swept by a build meanwhile.
service_jar() {
  local jar
  [ -e .run/current ] && command -v flock >/dev/null || return 0
  jar=$PWD/.run/$(readlink .run/current)
  [ -e "${jar%.jar}.aot" ] && [ -z "$(find src/main pom.xml .mvn -newer "$jar" -print -quit)" ] || return 0
  echo "$jar"
}

run_tests() ( # run_tests <name of the part> [-Dname=value ...]; its reports lie in target/reports-<name>
  name=$1
  shift
  compile_tests || exit
  rm -rf "target/reports-$name"
  jar=$(service_jar)
  if [ -n "$jar" ]; then
    exec 8<"$jar"
    flock --shared 8
    set -- -Dcms.service.jar="$jar" "$@"
  fi
  ./mvnw -B -ntp -q -Dquick -Dcms.excluded.tests= -Dcms.reports="reports-$name" -DtempDir="surefire-$name" surefire:test "$@"
)

sum_of() { # sum_of <name of the part> <tests | failures | errors | skipped>
  sed -n "s/.*<testsuite [^>]*[ \"]$2=\"\([0-9]*\)\".*/\1/p" "target/reports-$1"/TEST-*.xml | awk '{ n += $1 } END { print n + 0 }'
}
