#!/bin/sh
# Runs a command in a system in a folder, with what it mounts for it in a namespace of its own; for roots.py.
# Usage: unshare --mount inside.sh FOLDER COMMAND...
set -eu
devices=$(dirname "$(readlink -f "$0")")/devices.sh
cd "$1"
shift
mount -t proc proc proc
. "$devices"
exec chroot . "$@"
