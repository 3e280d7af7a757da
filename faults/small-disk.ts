import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FaultCase } from './cases.ts'
import type { Fault } from './proxy.ts'
import type { Rig } from './rig.ts'

const SIZE = '200m'
/** What is left when the disk is full: less than a chunk. */
const LEFT = 1_048_576

/** A server whose blobs lie on a small disk of their own; only root may make one. */
export function onSmallDisk(): Pick<FaultCase, 'absent' | 'own'> {
  let disk: string | undefined
  return {
    absent: () => (process.getuid?.() === 0 ? undefined : 'a disk of its own needs root'),
    own: {
      prepare(dataDir) {
        disk = join(dataDir, 'blobs')
        mkdirSync(disk)
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'kinora-faults', disk])
      },
      release() {
        if (disk !== undefined) execFileSync('umount', ['-l', disk])
        disk = undefined
      },
    },
  }
}

const diskOf = ({ server }: Rig): string => join(server.dataDir, 'blobs')
const fillerOf = (rig: Rig): string => join(diskOf(rig), 'filler')

/** Fills the disk before the chunk gets through. */
export function fillDisk(rig: Rig): Fault {
  return async (_, { forward, answer }) => {
    const { bavail, bsize } = statfsSync(diskOf(rig))
    writeFileSync(fillerOf(rig), Buffer.alloc(Math.max(0, bavail * bsize - LEFT)))
    answer(await forward())
  }
}

export const freeDisk = (rig: Rig): void => rmSync(fillerOf(rig))
