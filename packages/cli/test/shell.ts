import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '../src/adapters/browser.ts'
import { createFiles } from '../src/adapters/file-source.ts'
import { createJournalStore } from '../src/adapters/journal.ts'
import { noKeyring } from '../src/adapters/keyring.ts'
import { createLocks } from '../src/adapters/lock.ts'
import { openNetwork } from '../src/adapters/network.ts'
import { createProfiles } from '../src/adapters/profiles.ts'
import { systemClock } from '../src/adapters/system.ts'
import type { OutputStream, Prompt, World } from '../src/kernel/world.ts'
import { run } from '../src/program.ts'

export interface RunOptions {
  stdin?: string
  /** Whether stdin, stdout and stderr are a terminal of 80 columns. */
  tty?: boolean
  /** Of the terminal; 80 unless given. */
  columns?: number
  env?: Record<string, string>
  /** Answers to questions, in their order; none means that no question may come. */
  answers?: (string | boolean)[]
  signal?: AbortSignal
  clock?: World['clock']
  /** Sees each piece of stderr as it is written. */
  onError?: (chunk: string) => void
  /** The same of stdout. */
  onOutput?: (chunk: string) => void
}

export interface Outcome {
  stdout: string
  stderr: string
  code: number
}

export interface Shell {
  /** Settings, tokens and journal of this shell. */
  folder: string
  run(args: readonly string[], options?: RunOptions): Promise<Outcome>
}

/** A shell of its own with an empty home; commands run in this process. */
export function createShell(url?: string): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-cli-'))
  return {
    folder,
    async run(args, options = {}) {
      const stdout = sink(options.tty, options.onOutput, options.columns)
      const stderr = sink(options.tty, options.onError, options.columns)
      const world = createWorld(folder, { args, stdout, stderr, options, url })
      const code = await run(world)
      return { stdout: stdout.text(), stderr: stderr.text(), code }
    },
  }
}

/** The files of its journal. */
export const journalOf = ({ folder }: Shell) =>
  readdirSync(join(folder, 'state', 'journal'), { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  )

interface Parts {
  args: readonly string[]
  stdout: OutputStream
  stderr: OutputStream
  options: RunOptions
  url: string | undefined
}

function createWorld(folder: string, { args, stdout, stderr, options, url }: Parts): World {
  const stateFolder = join(folder, 'state')
  return {
    args,
    env: { NO_COLOR: '1', ...(url === undefined ? {} : { KINORA_URL: url }), ...options.env },
    stdin: {
      isTTY: options.tty === true && options.stdin === undefined,
      text: async () => options.stdin ?? '',
    },
    stdout,
    stderr,
    clock: options.clock ?? systemClock,
    interrupted: options.signal ?? new AbortController().signal,
    withoutSignalListeners: work => work(),
    network: async () => openNetwork({}),
    prompt: async () => scripted(options.answers ?? []),
    browser: async () => openBrowser(options.env ?? {}),
    startSpinner: async message => {
      stderr.write(`⠋ ${message}\n`)
      return () => undefined
    },
    machine: async () => ({ node: process.versions.node, ffmpeg: 'ffmpeg version 5.1' }),
    files: createFiles({ configFolder: join(folder, 'config'), stateFolder }, folder),
    profiles: createProfiles(join(folder, 'config'), noKeyring),
    journal: createJournalStore(join(stateFolder, 'journal')),
    ...createLocks(join(stateFolder, 'locks')),
  }
}

function sink(
  tty = false,
  onWrite?: (chunk: string) => void,
  columns = 80,
): OutputStream & { text(): string } {
  const pieces: Buffer[] = []
  return {
    isTTY: tty,
    columns,
    write(chunk) {
      pieces.push(Buffer.from(chunk))
      onWrite?.(String(chunk))
    },
    text: () => Buffer.concat(pieces).toString('utf8'),
  }
}

function scripted(answers: (string | boolean)[]): Prompt {
  const next = <T>(question: string): T => {
    const answer = answers.shift()
    if (answer === undefined) throw new Error(`No answer for: ${question}`)
    return answer as T
  }
  return {
    text: async question => next(question),
    password: async question => next(question),
    confirm: async question => next(question),
  }
}
