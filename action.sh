# What action.yml runs: brings the program of a release, and tests.
set -euo pipefail

case "$RUNNER_OS-$RUNNER_ARCH" in
  Linux-X64) platform=linux-x86_64 ;;
  Linux-ARM64) platform=linux-arm64 ;;
  macOS-X64) platform=macos-x86_64 ;;
  macOS-ARM64) platform=macos-arm64 ;;
  Windows-X64) platform=windows-x86_64 ;;
  *)
    echo "::error::A release has no program for $RUNNER_OS on $RUNNER_ARCH."
    exit 2
    ;;
esac
folder="$RUNNER_TEMP/interleave"
mkdir -p "$folder"
curl --fail --silent --show-error --location "$INTERLEAVE_RELEASE/interleave-$platform.tar.gz" |
  tar -xzf - -C "$folder"
# words, and no patterns: a shell that is old takes no empty list
set -f
# shellcheck disable=SC2086
exec "$folder/interleave" test --format github $INTERLEAVE_ARGUMENTS $INTERLEAVE_PATHS
