import { homedir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from './adapters/clock.ts'
import { createFiles, type Folders } from './adapters/file-source.ts'
import { createJournalStore } from './adapters/journal.ts'
import { noKeyring, systemKeyring } from './adapters/keyring.ts'
import { createLocks } from './adapters/lock.ts'
import { readMachine } from './adapters/machine.ts'
import { steadyMemory } from './adapters/memory.ts'
import { loadNetwork } from './adapters/network.ts'
import { interruption, loadPrompt, toInput, toOutput } from './adapters/terminal.ts'
import { createTokenVault } from './adapters/token-store.ts'
import type { World } from './kernel/world.ts'
import { run } from './program.ts'

/** Runs the command line of this process; called by `bin/kinora.mjs`. */
export async function main(): Promise<void> {
  quietPipes()
  process.exitCode = await run(createWorld(process.argv.slice(2), process.env))
}

function createWorld(args: readonly string[], env: World['env']): World {
  const folders = foldersOf(env)
  const interrupted = interruption()
  return {
    args,
    env,
    interrupted,
    stdin: toInput(process.stdin),
    stdout: toOutput(process.stdout),
    stderr: toOutput(process.stderr),
    clock: systemClock,
    network: once(() => loadNetwork(env)),
    machine: readMachine,
    steadyMemory,
    prompt: once(() => loadPrompt(interrupted)),
    files: createFiles(folders, process.cwd()),
    tokens: createTokenVault(folders.configFolder, env.KINORA_KEYRING === 'off' ? noKeyring : systemKeyring),
    journal: createJournalStore(join(folders.stateFolder, 'journal')),
    ...createLocks(join(folders.stateFolder, 'locks')),
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
