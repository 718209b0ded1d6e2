#!/bin/sh
# Boots systemd on a whole system's files; for namespaces.py, inside namespaces of its own.
# Usage: boot.sh FOLDER
set -eu
mount --make-rprivate /
devices=$(dirname "$(readlink -f "$0")")/devices.sh
cd "$1"
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys # the kernel is this machine's, too: nothing that is installed may set it
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
. "$devices"
pivot_root . . # not chroot, in which nobody may have users of his own (PrivateUsers=)
umount -l .
exec env -i container=lxc PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    chroot . /lib/systemd/systemd --system --unit=multi-user.target
