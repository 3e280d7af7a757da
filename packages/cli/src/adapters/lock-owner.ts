import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

type OwnerState = 'alive' | 'dead' | 'foreign' | 'nameless'

/** `<pid> <host> <start> <mark>`: names this process, and with the mark this one thing that it takes. */
export function createOwner(): string {
  const start = startOf(process.pid) ?? ownStart()
  return `${process.pid} ${hostname()} ${start} ${Math.random().toString(36).slice(2)}`
}

/** Numbers of processes are given again, after a reboot or in a container soon, so the start must be the same too. */
export function ownerState(owner: string): OwnerState {
  const [number, host, start] = owner.split(' ')
  const pid = Number(number)
  if (!number) return 'nameless'
  if (host !== hostname()) return 'foreign'
  if (!isAlive(pid)) return 'dead'
  return hasEnded(start, startOf(pid), pid) ? 'dead' : 'alive'
}

function hasEnded(named: string | undefined, current: string | undefined, pid: number): boolean {
  if (current === zombie) return true
  if (named === undefined) return false
  if (named.startsWith(byClock)) return pid === process.pid && named !== ownStart()
  return current !== undefined && named !== current
}

/** Killed, but its parent hasn't asked for its end; a signal still reaches it. */
const zombie = 'ended'

/** Ticks from the boot that is named; undefined where the system doesn't tell. No disk is asked, so it may be read at once. */
function startOf(pid: number): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    // The name of the program comes second, in brackets, and may hold anything.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? zombie : `${boot}:${fields[19]}`
  } catch {
    return undefined
  }
}

const byClock = '@'

/** Where the system doesn't tell: enough to know one's own number when it was another's before. */
const ownStart = () => `${byClock}${performance.timeOrigin}`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
