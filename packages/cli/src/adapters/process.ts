import { homedir } from 'node:os'
import { join } from 'node:path'
import type { World } from '../kernel/world.ts'
import { systemClock } from './clock.ts'
import { createFiles, type Folders } from './file-source.ts'
import { createJournalStore } from './journal.ts'
import { noKeyring, systemKeyring } from './keyring.ts'
import { steadyMemory } from './memory.ts'
import { loadNetwork } from './network.ts'
import { interruption, loadPrompt, toInput, toOutput } from './terminal.ts'
import { createTokenVault } from './token-store.ts'

/** The world of this process. Writing to a reader that has gone away ends it. */
export function worldOfProcess(): World {
  quietPipes()
  return createWorld(process.argv.slice(2), process.env)
}

function createWorld(args: readonly string[], env: World['env']): World {
  const folders = foldersOf(env)
  const interrupted = interruption()
  const locks = once(async () => (await import('./lock.ts')).createLocks(join(folders.stateFolder, 'locks')))
  return {
    args,
    env,
    interrupted,
    stdin: toInput(process.stdin),
    stdout: toOutput(process.stdout),
    stderr: toOutput(process.stderr),
    clock: systemClock,
    network: once(() => loadNetwork(env)),
    machine: async () => (await import('./machine.ts')).readMachine(),
    steadyMemory,
    prompt: once(() => loadPrompt(interrupted)),
    files: createFiles(folders, process.cwd()),
    tokens: createTokenVault(folders.configFolder, env.KINORA_KEYRING === 'off' ? noKeyring : systemKeyring),
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

/** `kinora titles list | head` ends when head does. */
function quietPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0)
      throw error
    })
  }
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}
