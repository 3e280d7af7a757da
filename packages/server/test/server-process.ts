import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../src/main.ts')

/** The platform as a process of its own, on any port. */
export const spawnServer = (variables: NodeJS.ProcessEnv, cwd?: string): ChildProcess =>
  spawn(process.execPath, ['--conditions=@kinora/source', main], {
    cwd,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Where it answers, once it does. */
export function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.once('exit', code => reject(new Error(`the server ended with ${code}: ${printed}`)))
    child.stdout!.on('data', (part: Buffer) => {
      printed += part.toString()
      const found = /running at (\S+)/.exec(printed)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
}

/** Returns the code it ended with; null after a kill. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  child.kill(signal)
  return ended
}
