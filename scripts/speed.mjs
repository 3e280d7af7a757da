import { spawnSync } from 'node:child_process'

/** What each of two processes does at once: it starts, loads a module, hashes and copies memory. */
const work =
  "const{createHash}=require('node:crypto');const b=Buffer.alloc(1<<20);const h=createHash('sha256');for(let i=0;i<192;i++){h.update(b);Buffer.alloc(1<<20,1)}h.digest()"
/** What that takes on two free cores of a machine of today, in milliseconds. */
const reference = 350

/**
 * How many times slower than two free cores of today this machine is just now, 1 or more. Cores, quotas of a container and
 * neighbours all count: it is the time that two processes take side by side, the middle of three rounds.
 */
export function measureSlowness() {
  const rounds = [1, 2, 3].map(() => {
    const start = performance.now()
    spawnSync('sh', ['-c', '"$0" -e "$1" & "$0" -e "$1" & wait', process.execPath, work])
    return performance.now() - start
  })
  return Math.max(1, rounds.sort((a, b) => a - b)[1] / reference)
}

/** Seconds until a test counts as hung: minutes on a fast machine, as many times more as this one is slower. */
export const patienceFor = slowness => Math.ceil(300 * slowness)
