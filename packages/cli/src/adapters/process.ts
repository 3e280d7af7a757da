import { homedir } from 'node:os'
import { join } from 'node:path'
import { exitCodes, named } from '../kernel/exit.ts'
import type { World } from '../kernel/world.ts'
import { createFiles, type Folders } from './file-source.ts'
import { createJournalStore } from './journal.ts'
import { noKeyring, systemKeyring } from './keyring.ts'
import { createProfiles } from './profiles.ts'
import { systemClock } from './system.ts'
import {
  interruption,
  loadPrompt,
  startSpinner,
  toInput,
  toOutput,
  withoutSignalListeners,
} from './terminal.ts'

/** The world of this process. A closed stdout or stderr doesn't end the command: it finishes with its own exit code. */
export function worldOfProcess(): World {
  const world = createWorld(process.argv.slice(2), process.env)
  ignoreBrokenPipe(world)
  return world
}

function createWorld(args: readonly string[], env: World['env']): World {
  const folders = foldersOf(env)
  const interrupted = interruption()
  const locks = once(async () => (await import('./lock.ts')).createLocks(join(folders.stateFolder, 'locks')))
  return {
    args,
    env,
    interrupted,
    withoutSignalListeners,
    stdin: toInput(process.stdin),
    stdout: toOutput(process.stdout),
    stderr: toOutput(process.stderr),
    clock: systemClock,
    network: once(async () => (await import('./network.ts')).openNetwork(env)),
    startSpinner,
    machine: async () => (await import('./machine.ts')).readMachine(),
    prompt: once(() => loadPrompt(interrupted)),
    browser: once(async () => (await import('./browser.ts')).openBrowser(env)),
    files: createFiles(folders, process.cwd()),
    profiles: createProfiles(folders.configFolder, env.KINORA_KEYRING === 'off' ? noKeyring : systemKeyring),
    journal: createJournalStore(join(folders.stateFolder, 'journal')),
    lock: async (name, work) => (await locks()).lock(name, work),
    tryLock: async name => (await locks()).tryLock(name),
  }
}

/** KINORA_CONFIG_DIR holds everything; without it the folders of the XDG convention. */
function foldersOf(env: World['env']): Folders {
  const own = env.KINORA_CONFIG_DIR
  if (own) return { configFolder: own, stateFolder: own }
  const home = homedir()
  return {
    configFolder: join(env.XDG_CONFIG_HOME || join(home, '.config'), 'kinora'),
    stateFolder: join(env.XDG_STATE_HOME || join(home, '.local', 'state'), 'kinora'),
  }
}

/**
 * `kinora titles bulk undo | head`: a reader that has gone away has seen what it wanted. Results that are lost for
 * another reason, as on a full disk, are said at once and make the exit code 1 where it would be 0.
 */
function ignoreBrokenPipe(world: World): void {
  process.stderr.on('error', () => undefined)
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    process.stdout.on('error', () => undefined)
    if (error.code === 'EPIPE') return
    void import('../kernel/report.ts').then(({ report }) => report(world, named(error, 'stdout')))
    process.on('exit', () => {
      process.exitCode ||= exitCodes.failure
    })
  })
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}
