import { type ChildProcess, spawn } from 'node:child_process'
import { MediaError } from '../../ports/media.ts'
import { type ChildEnd, follow, isDamage, isRefusal, tail } from '../media/child.ts'

export interface Run {
  signal?: AbortSignal | undefined
  onOutput?: (text: string) => void
  /** It only looks at a file: any failure of its own is the file's. */
  looks?: boolean
}

/**
 * Runs a program to its end and returns what it printed on stderr. It gives way to the server (nice), and it can't
 * outlive it, however the server ends: the guard kills it when its stdin, which only the server holds open, closes.
 */
export async function run(
  program: string,
  args: readonly string[],
  { signal, onOutput, looks = false }: Run,
): Promise<string> {
  const child = start(program, args)
  child.stdout?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text))
  child.stdin?.on('error', () => undefined)
  const end: ChildEnd = await follow(child, () => release(child), signal)
  if (end.code === 0) return end.printed
  const reason = isDamage(end.printed) || (looks && isRefusal(end)) ? 'unreadable' : 'failed'
  throw new MediaError(reason, `ended with code ${end.code}`, { log: tail(end.printed) })
}

const guard = `exec 3<&0
nice -n 5 "$@" </dev/null 3<&- &
program=$!
( read -r line; kill -9 $program ) <&3 >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait $program
code=$?
kill $watch
exit $code`

function start(program: string, args: readonly string[]): ChildProcess {
  if (process.platform === 'win32') return spawn(program, args, { stdio: 'pipe', windowsHide: true })
  return spawn('/bin/sh', ['-c', guard, 'sh', program, ...args], { stdio: 'pipe', detached: true })
}

/** Kills the guard with all it started: a group of its own, which ends even where a part of it hangs or is stopped. */
function release(child: ChildProcess): void {
  child.stdin?.destroy()
  if (process.platform === 'win32' || child.pid === undefined) return void child.kill('SIGKILL')
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
  }
}
