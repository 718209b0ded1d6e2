#!/bin/sh
# Boots systemd on a whole system's files; for namespaces.py, inside namespaces of its own.
# Usage: boot.sh FOLDER
set -eu
mount --make-rprivate /
cd "$1"
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys # the kernel is this machine's, too: nothing that is installed may set it
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mount -t tmpfs tmpfs dev
while read -r name major minor; do
    mknod -m 666 "dev/$name" c "$major" "$minor"
done <<END
null 1 3
zero 1 5
full 1 7
random 1 8
urandom 1 9
tty 5 0
tty0 4 0
tty1 4 1
END
mkdir dev/pts dev/shm
mount -t devpts devpts dev/pts -o newinstance,ptmxmode=0666
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
pivot_root . . # not chroot, in which nobody may have users of his own (PrivateUsers=)
umount -l .
exec env -i container=lxc PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    chroot . /lib/systemd/systemd --system --unit=multi-user.target
