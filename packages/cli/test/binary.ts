import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { measured } from '../../../scripts/times.ts'

export const bin = join(import.meta.dirname, '../bin/kinora.cjs')

export interface Started {
  child: ChildProcess
  output: { stdout: string; stderr: string }
}

export interface Finished {
  stdout: string
  stderr: string
  code: number | null
  signal: string | null
}

/** The program as it is shipped, in the folder of a shell and with its sign-in. */
export function createBinary(home: () => string, url: () => string) {
  const environment = () => ({
    ...process.env,
    NO_COLOR: '1',
    KINORA_URL: url(),
    KINORA_CONFIG_DIR: join(home(), 'config'),
    KINORA_KEYRING: 'off',
  })
  const start = (args: readonly string[], stdin = '', node: readonly string[] = []): Started => {
    const child = spawn(process.execPath, [...node, bin, ...args], {
      env: environment(),
      cwd: home(),
      stdio: 'pipe',
    })
    const started = watched(child)
    child.stdin.on('error', () => undefined)
    child.stdin.end(stdin)
    return started
  }
  return {
    start,
    kinora: (...args: string[]) => finished(start(args)),
    /** Its stdout is an open file. */
    intoFile: (file: number, args: readonly string[]) =>
      finished(
        watched(
          spawn(process.execPath, [bin, ...args], {
            env: environment(),
            cwd: home(),
            stdio: ['ignore', file, 'pipe'],
          }),
        ),
      ),
    /** A line for bash, in which `"$@"` is the command. */
    inShell: (script: string, ...args: string[]) =>
      finished(
        watched(
          spawn('bash', ['-c', script, 'bash', process.execPath, bin, ...args], {
            env: environment(),
            cwd: home(),
          }),
        ),
      ),
  }
}

/** Keeps what a process says. */
export function watched(child: ChildProcess): Started {
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', chunk => {
      output[name] += String(chunk)
    })
  return { child, output }
}

export function finished({ child, output }: Started): Promise<Finished> {
  return measured(
    'process',
    () => new Promise(resolve => child.on('close', (code, signal) => resolve({ ...output, code, signal }))),
  )
}
