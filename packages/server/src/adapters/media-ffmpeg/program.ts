import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { cancelledBy, MediaError } from '../../ports/media.ts'

/** Programs that stand before another one and fill its pipes: the picture its `pipe:0`, the sound its `pipe:3`. */
export interface Feeds {
  picture?: readonly string[] | undefined
  sound?: readonly string[] | undefined
}

export interface Run {
  signal?: AbortSignal | undefined
  onOutput?: (text: string) => void
  /** Every line on stderr, of the feeds too. */
  onLine?: (line: string) => void
  /** What the feeds write to their `pipe:4` (picture) and `pipe:5` (sound). */
  onFeed?: { picture: (text: string) => void; sound: (text: string) => void }
  /** It only looks at a file: any failure of its own is the file's. */
  looks?: boolean
  /** How far it gives way to the server on the same machine: 0, not at all, to 19. */
  niceness?: number
  feeds?: Feeds
}

/**
 * Runs a program to its end and returns what it printed on stderr. Neither it nor its feeds outlive the server, however that
 * ends: the guard kills its whole group when its stdin, which only the server holds open, closes.
 */
export async function run(
  program: string,
  args: readonly string[],
  { signal, onOutput, onLine, onFeed, looks = false, niceness = 0, feeds = {} }: Run,
): Promise<string> {
  const child = start(toPriority(niceness) + toScript(program, args, feeds))
  child.stdout?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text))
  const [, , , , picture, sound] = child.stdio as readonly (Readable | undefined)[]
  picture?.setEncoding('utf8').on('data', (text: string) => onFeed?.picture(text))
  sound?.setEncoding('utf8').on('data', (text: string) => onFeed?.sound(text))
  child.stdin?.on('error', () => undefined)
  const end = await follow(child, signal, onLine)
  const killed = /^feed ended with (\d+)$/m.exec(end.printed)?.[1]
  if (end.code === 0 && killed === undefined) return end.printed
  const reason = isDamage(end.printed) || (looks && isRefusal(end)) ? 'unreadable' : 'failed'
  throw new MediaError(reason, `ended with code ${killed ?? end.code}`, { log: tail(end.printed) })
}

const quote = (words: readonly string[]): string =>
  words.map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ')

/** A feed that was killed is told; one that ends because nobody reads on (SIGPIPE, a broken pipe) is not. */
const told = 'code=$?; [ $code -lt 129 ] || [ $code -eq 141 ] || echo "feed ended with $code" >&2'

/**
 * A session of its own is a scheduling group of its own where Linux makes those (`sched_autogroup_enabled`), and within it alone
 * `nice` counts: the group is told too. Linux takes one such word in a tenth of a second from all who aren't root, so it is said
 * until it is taken; where it can't be, all goes on as it is.
 */
const toPriority = (niceness: number): string =>
  niceness === 0
    ? ''
    : `renice -n ${niceness} -p $$ >/dev/null 2>&1
if [ -w /proc/self/autogroup ]; then
  for nth in 1 2 3 4 5 6 7 8; do { echo ${niceness} >/proc/self/autogroup && break || sleep 0.15; } 2>/dev/null; done
fi
`

function toScript(program: string, args: readonly string[], { picture, sound }: Feeds): string {
  const call = (words: readonly string[]) => quote([program, ...words])
  const feed = (words: readonly string[]) => `{ ${call(words)} </dev/null 3<&-; ${told}; }`
  const last = call(args)
  if (sound === undefined) return picture === undefined ? `${last} </dev/null` : `${feed(picture)} | ${last}`
  const behind = picture === undefined ? `${last} </dev/null` : `${feed(picture)} | ${last}`
  return `${feed(sound)} | { ${behind}; } 3<&0`
}

const guard = (script: string): string => `exec 9<&0 </dev/null
( read -r line <&9; kill -9 0 ) >/dev/null 2>&1 4>&- 5>&- &
watch=$!
exec 9<&-
${script}
code=$?
kill $watch
exit $code`

function start(script: string): ChildProcess {
  const stdio = ['pipe', 'pipe', 'pipe', 'ignore', 'pipe', 'pipe'] as const
  return spawn('/bin/sh', ['-c', guard(script)], { stdio: [...stdio], detached: true })
}

/** Kills the guard with all it started: a group of its own, which ends even where a part of it hangs or is stopped. */
function release(child: ChildProcess): void {
  child.stdin?.destroy()
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
  }
}

interface ChildEnd {
  code: number | null
  /** What ended it, where it didn't end by itself. */
  killedBy: NodeJS.Signals | null
  printed: string
}

const kept = 16_384

/** Follows a child to its end: keeps the tail of what it prints on stderr, and kills it when the step is aborted. */
function follow(
  child: ChildProcess,
  signal: AbortSignal | undefined,
  onLine: ((line: string) => void) | undefined,
): Promise<ChildEnd> {
  let printed = ''
  let rest = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-kept)
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine?.(line)
  })
  const kill = () => release(child)
  if (signal?.aborted) kill()
  signal?.addEventListener('abort', kill)
  return new Promise<ChildEnd>((resolve, reject) => {
    child.once('error', cause =>
      reject(new MediaError('failed', 'the media program could not be started', { cause })),
    )
    child.once('close', (code, killedBy) => {
      if (signal?.aborted) reject(cancelledBy(signal))
      else resolve({ code, killedBy, printed })
    })
  }).finally(() => signal?.removeEventListener('abort', kill))
}

/** The last lines, for the log. */
function tail(printed: string): string {
  return printed
    .trim()
    .split(/\r?\n|\r/)
    .slice(-20)
    .join('\n')
}

/**
 * Whether a program that only looked at a file failed for its bytes: it refused them with whatever words, or crashed on them.
 * One that was killed, or that the shell couldn't start (126, 127), says nothing of the file.
 */
function isRefusal({ code, killedBy }: ChildEnd): boolean {
  if (code === null) return killedBy !== null && crashes.includes(constants.signals[killedBy])
  return code < 126 || crashes.includes(code - 128)
}

const { SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL } = constants.signals
const crashes: readonly number[] = [SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL]

/** What FFmpeg says when the bytes themselves are at fault, rather than the machine. */
function isDamage(printed: string): boolean {
  return /Invalid data found|moov atom not found|could not find codec parameters|not on whitelist|not in whitelist/i.test(
    printed,
  )
}
