import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { MediaError } from '../../ports/media.ts'

export interface ChildEnd {
  code: number | null
  /** What ended it, where it didn't end by itself. */
  killedBy: NodeJS.Signals | null
  printed: string
}

const kept = 16_384

/** Follows a child to its end: keeps the tail of what it prints on stderr, and kills it when the step is aborted. */
export function follow(
  child: ChildProcess,
  kill: () => void,
  signal: AbortSignal | undefined,
): Promise<ChildEnd> {
  let printed = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-kept)
  })
  if (signal?.aborted) kill()
  signal?.addEventListener('abort', kill)
  return new Promise<ChildEnd>((resolve, reject) => {
    child.once('error', cause =>
      reject(new MediaError('failed', 'the media program could not be started', { cause })),
    )
    child.once('close', (code, killedBy) => {
      if (signal?.aborted) reject(new MediaError('cancelled', 'aborted'))
      else resolve({ code, killedBy, printed })
    })
  }).finally(() => signal?.removeEventListener('abort', kill))
}

/** The last lines, for the log. */
export function tail(printed: string): string {
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
export function isRefusal({ code, killedBy }: ChildEnd): boolean {
  if (code === null) return killedBy !== null && crashes.includes(constants.signals[killedBy])
  return code < 126 || crashes.includes(code - 128)
}

const { SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL } = constants.signals
const crashes: readonly number[] = [SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL]

/** What FFmpeg says when the bytes themselves are at fault, rather than the machine. */
export function isDamage(printed: string): boolean {
  return /Invalid data found|moov atom not found|could not find codec parameters|not on whitelist|not in whitelist/i.test(
    printed,
  )
}
