# Runs tests on the classes that the build has left in target/, and compiles first only where a source is newer than they
# are: every part of .ci uses one compilation. Sourced by the parts of .ci, in the folder of the project.

compiled() {
  local last=target/maven-status/maven-compiler-plugin/testCompile/default-testCompile/inputFiles.lst
  [ -e $last ] && [ -z "$(find src/main/java src/main/resources src/test pom.xml -newer $last -print -quit)" ]
}

compile_tests() { compiled || ./mvnw -B -ntp -q -Dquick test-compile; }

run_tests() { # run_tests <name of the part> [-Dname=value ...]; its reports lie in target/reports-<name>
  local name=$1
  shift
  compile_tests || return
  rm -rf "target/reports-$name"
  ./mvnw -B -ntp -q -Dquick -Dcms.excluded.tests= -Dcms.reports="reports-$name" -DtempDir="surefire-$name" surefire:test "$@"
}

sum_of() { # sum_of <name of the part> <tests | failures | errors | skipped>
  sed -n "s/.*<testsuite [^>]*[ \"]$2=\"\([0-9]*\)\".*/\1/p" "target/reports-$1"/TEST-*.xml | awk '{ n += $1 } END { print n + 0 }'
}
