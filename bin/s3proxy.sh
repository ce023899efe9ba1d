# The S3-compatible server that stands for a bucket, fetched by Maven once. Sourced; sets $libraries.

. bin/again.sh
libraries=$PWD/.run/s3proxy-2.7.0

fetch_s3proxy() {
  [ ! -d "$libraries" ] || return 0
  local made
  made=$(mktemp -d)
  cat >"$made/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>cms</groupId><artifactId>store</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.gaul</groupId><artifactId>s3proxy</artifactId><version>2.7.0</version></dependency>
  </dependencies>
</project>
POM
  again ./mvnw -B -ntp -q -f "$made/pom.xml" dependency:copy-dependencies \
    -DoutputDirectory="$made/lib" -DincludeScope=runtime >&2 || { rm -rf "$made"; return 1; }
  mkdir -p .run
  mv "$made/lib" "$libraries"
  rm -rf "$made"
}
