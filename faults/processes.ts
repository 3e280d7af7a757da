import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
const flags = ['--conditions=@kinora/source', '--disable-warning=ExperimentalWarning']

export interface ServerChild {
  url: string
  pid: number
  dataDir: string
  /** kill -9. */
  kill(): Promise<void>
  /** Resolves once the process has ended by itself. */
  ended(): Promise<void>
  /** Starts again with settings of which it dies with -9, perhaps before it says that it runs. */
  startDoomed(env: Record<string, string>): Promise<void>
  /** Starts again on the same data folder, on another port. */
  start(env?: Record<string, string>): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A process that doesn't outlive the suite. */
function ofSuite<C extends ChildProcess>(child: C): C {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** The real server as a process of its own on a free port. */
export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
  entry = 'packages/server/src/main.ts',
): Promise<ServerChild> {
  let child: ChildProcess | undefined
  const server: ServerChild = {
    url: '',
    pid: 0,
    dataDir,
    async kill() {
      const dying = child
      child = undefined
      await end(dying)
    },
    async ended() {
      const dying = child
      if (dying === undefined || dying.exitCode !== null || dying.signalCode !== null) return
      await new Promise(resolve => dying.once('exit', resolve))
    },
    async startDoomed(more) {
      child = spawned(more)
      const [, death] = await Promise.allSettled([announced(child), once(child, 'exit')])
      assert.deepEqual(
        death,
        { status: 'fulfilled', value: [null, 'SIGKILL'] },
        `dies of ${JSON.stringify(more)}`,
      )
    },
    async start(more = {}) {
      child = spawned(more)
      server.url = await announced(child)
    },
  }
  const spawned = (more: Record<string, string>) => {
    const own = {
      PORT: '0',
      KINORA_DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      KINORA_DEMO_CLIPS: 'off',
      KINORA_FORCED_SIGN_OUT: 'off',
    }
    const settings = { ...own, ...env, ...more }
    const started = ofSuite(
      spawn(process.execPath, [...flags, entry], {
        cwd: root,
        env: { ...process.env, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    server.pid = started.pid ?? 0
    return started
  }
  await server.start()
  return server
}

function announced(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (piece: Buffer) => {
      said += piece.toString()
      const url = /running at (http:\S+)/.exec(said)?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('exit', code => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

export interface Outcome {
  /** null after kill -9. */
  code: number | null
  stdout: string
  stderr: string
}

export interface CommandRun {
  done: Promise<Outcome>
  kill(): Promise<Outcome>
}

/** `kinora` as a process of its own with a home of its own. */
export function startCommand(args: readonly string[], env: Record<string, string>, stdin = ''): CommandRun {
  const child = ofSuite(
    spawn(process.execPath, ['packages/cli/bin/kinora.cjs', ...args], {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', KINORA_KEYRING: 'off', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    }),
  )
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (piece: Buffer) => {
    stdout += piece.toString()
  })
  child.stderr.on('data', (piece: Buffer) => {
    stderr += piece.toString()
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin)
  const done = new Promise<Outcome>(resolve => child.on('close', code => resolve({ code, stdout, stderr })))
  return {
    done,
    async kill() {
      await end(child)
      return done
    },
  }
}
