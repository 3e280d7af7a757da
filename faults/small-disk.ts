import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FaultCase } from './cases.ts'
import type { Fault } from './proxy.ts'
import type { Rig } from './rig.ts'

/** Of each; an empty database takes half of its own. */
const SIZE = '200m'
const DATABASE_SIZE = '400m'
/** What is left when the disk is full: less than a chunk. */
const LEFT = 1_048_576

/** What can have a disk of its own: the server's files, its database, the command line's own folder, the profiles of browsers. */
const places = {
  server: ['data', 'blobs'],
  database: ['data', 'database'],
  command: ['home'],
  browser: ['profiles'],
} as const
type Place = keyof typeof places

const diskOf = ({ folder }: Rig, place: Place): string => join(folder, ...places[place])
const fillerOf = (rig: Rig, place: Place): string => join(diskOf(rig, place), 'filler')

/** A small disk for one of them; only root may make one. */
export function onSmallDisk(place: Place = 'server'): Pick<FaultCase, 'absent' | 'own'> {
  let disk: string | undefined
  return {
    absent: () => (process.getuid?.() === 0 ? undefined : 'a disk of its own needs root'),
    own: {
      prepare(folder) {
        disk = join(folder, ...places[place])
        mkdirSync(disk, { recursive: true })
        const size = place === 'database' ? DATABASE_SIZE : SIZE
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'kinora-faults', disk])
      },
      release() {
        if (disk !== undefined) execFileSync('umount', ['-l', disk])
        disk = undefined
      },
    },
  }
}

/** Leaves so many bytes of a small disk; fewer where something else writes there at the same moment. */
export function fill(rig: Rig, place: Place, left: number): void {
  const { bavail, bsize } = statfsSync(diskOf(rig, place))
  try {
    writeFileSync(fillerOf(rig, place), Buffer.alloc(Math.max(0, bavail * bsize - left)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Fills the server's disk before the chunk gets through. */
export function fillDisk(rig: Rig): Fault {
  return async (_, { forward, answer }) => {
    fill(rig, 'server', LEFT)
    answer(await forward())
  }
}

export const freeDisk = (rig: Rig, place: Place = 'server'): void => rmSync(fillerOf(rig, place))
