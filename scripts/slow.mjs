import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Half of one core, in microseconds of each tenth of a second. */
const quota = 50_000
const period = 100_000

/** Puts this process and all that it starts on one core at half speed; returns what takes the limit away again. Needs root. */
export function slowDown() {
  const name = `kinora-slow-${process.pid}`
  const [root, limits] = existsSync('/sys/fs/cgroup/cgroup.controllers')
    ? ['/sys/fs/cgroup', [['cpu.max', `${quota} ${period}`]]]
    : [
        '/sys/fs/cgroup/cpu',
        [
          ['cpu.cfs_period_us', period],
          ['cpu.cfs_quota_us', quota],
        ],
      ]
  const group = join(root, name)
  try {
    mkdirSync(group)
    for (const [file, value] of limits) writeFileSync(join(group, file), String(value))
    writeFileSync(join(group, 'cgroup.procs'), String(process.pid))
  } catch (error) {
    console.error(`The slow run needs root and a cgroup with the cpu controller: ${error.message}`)
    process.exit(1)
  }
  return () => {
    writeFileSync(join(root, 'cgroup.procs'), String(process.pid))
    try {
      rmdirSync(group)
    } catch {
      // A process that outlived the run is still in it.
    }
  }
}
