import type { Answer, KinoraError } from '@kinora/core'
import manifest from '../../package.json' with { type: 'json' }
import { networkCode } from './connection.ts'
import { explain } from './exit.ts'
import type { Session } from './session.ts'
import { text } from './texts.ts'
import type { Clock, Network } from './world.ts'

/** One line of `--debug` and `--log-file`. Headers and bodies are never in it, nor values of an address: they may be secrets. */
type Entry =
  | { kind: 'command'; version: string }
  | {
      kind: 'request'
      method: string
      path: string
      status?: number
      error?: string
      ms: number
      requestId?: string
    }
  | { kind: 'retry'; status: number; code: string; waits: number }

interface Trace {
  network: Network
  /** For `onRetry` of a client. */
  retried(error: KinoraError, milliseconds: number): void
}

/** A trace of what goes over the network: on stderr with `--debug`, as JSON lines at the end of the file of `--log-file`. */
export function traced({ world, options, print }: Session, network: Network): Trace {
  const { clock, stderr, files, env } = world
  let { logFile } = options
  const write = (entry: Entry): void => {
    if (env.KINORA_DEBUG) stderr.write(`${toLine(entry)}\n`)
    if (logFile === undefined) return
    files.appendLine(logFile, JSON.stringify({ at: new Date(clock.now()).toISOString(), ...entry }))
  }
  /** A log that can be written no longer is no failure of what it records. */
  const tell = (entry: Entry): void => {
    try {
      write(entry)
    } catch (error) {
      print.warn(text('disk.barred', { path: logFile ?? '', reason: reasonOf(error) }))
      logFile = undefined
    }
  }
  begin(() => write({ kind: 'command', version: manifest.version }))
  const asked = recordCalls(clock, tell)
  const { fetch, sendForm } = network
  return {
    network: {
      ...network,
      fetch: (url, init) => asked(url, init.method, () => fetch(url, init)),
      ...(sendForm && {
        sendForm: (url, init, ...rest) => asked(url, init.method, () => sendForm(url, init, ...rest)),
      }),
    },
    retried: ({ status, code }, milliseconds) => tell({ kind: 'retry', status, code, waits: milliseconds }),
  }
}

/** Makes a call and tells what came of it, and how long it took. */
function recordCalls(clock: Clock, tell: (entry: Entry) => void) {
  return async (url: string, method: string | undefined, send: () => Promise<Answer>): Promise<Answer> => {
    const began = clock.now()
    const about = { kind: 'request', method: method ?? 'GET', path: pathOf(url) } as const
    const since = () => Math.round(clock.now() - began)
    try {
      const response = await send()
      const requestId = response.headers.get('x-request-id') ?? undefined
      tell({ ...about, status: response.status, ms: since(), ...(requestId && { requestId }) })
      return response
    } catch (error) {
      tell({ ...about, error: networkCode(error) || (error as Error).name, ms: since() })
      throw error
    }
  }
}

/** A file that can't be written is reported before anything is sent. */
function begin(tell: () => void): void {
  try {
    tell()
  } catch (error) {
    const { path } = error as NodeJS.ErrnoException
    if (path === undefined) throw error
    throw explain(
      'invalid',
      {
        what: text('disk.barred', { path, reason: reasonOf(error) }),
        how: 'Pass a file that can be written to --log-file.',
      },
      error,
    )
  }
}

const reasonOf = (error: unknown): string => (error as Error).message.split(',', 1)[0]!

/** Names of what is asked for, without the values. */
function pathOf(address: string): string {
  const { pathname, searchParams } = new URL(address)
  const names = [...new Set(searchParams.keys())]
  return names.length === 0 ? pathname : `${pathname}?${names.map(name => `${name}=…`).join('&')}`
}

function toLine(entry: Entry): string {
  if (entry.kind === 'command') return `· kinora ${entry.version}`
  if (entry.kind === 'retry') return `· retry in ${entry.waits} ms after ${entry.status} ${entry.code}`
  const { method, path, status, error, ms, requestId } = entry
  return ['·', method, path, status ?? error, `${ms} ms`, requestId]
    .filter(part => part !== undefined)
    .join(' ')
}
