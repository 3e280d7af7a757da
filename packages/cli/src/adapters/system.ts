import type { Hash } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createMakeFolder } from '@kinora/core/kernel'
import type { Clock } from '../kernel/world.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
}

/** Makes a folder and those above it; returns those that weren't there. */
export const makeFolder = createMakeFolder({ mkdir, stat, dirname, resolve })

/** Node's cryptography is loaded with the first use: it takes milliseconds, and most commands hash nothing. */
export const createSha256 = (): Hash => process.getBuiltinModule('node:crypto').createHash('sha256')
