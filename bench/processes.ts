import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../faults/processes.ts'

const flags = ['--conditions=@kinora/source', '--disable-warning=ExperimentalWarning']

/** What the bench measures against: a package of its own. */
export const peersFolder = join(root, 'bench/peers')

/** Installs the peers; whether they are there. Without a registry what needs them is left out, and says so. */
export function installPeers(): boolean {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  const { status, stderr } = spawnSync('npm', ['ci', ...options], { cwd: peersFolder, encoding: 'utf8' })
  if (status !== 0) console.error(`The peers could not be installed, and nothing was compared.\n${stderr}`)
  return status === 0
}

export interface Running {
  url: string
  pid: number
  end(): Promise<void>
}

/** A server of bench/peers as a process of its own; it prints where it runs. */
export async function startPeer(file: string, ...args: string[]): Promise<Running> {
  const child = spawn(process.execPath, [...flags, `bench/peers/${file}`, ...args], { cwd: root })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (piece: Buffer) => {
      const found = /running at (http:\S+)/.exec(piece.toString())?.[1]
      if (found !== undefined) resolve(found)
    })
    child.stderr.pipe(process.stderr)
    child.once('exit', code => reject(new Error(`${file} ended with ${code}`)))
  })
  return { url, pid: child.pid!, end: () => endOf(child, () => child.kill('SIGKILL')) }
}

/** Memory and processor time of a process, from the kernel. */
export interface Usage {
  /** MiB that it had at most since its start or since `forgetPeak`. */
  peak: number
  resident: number
  /** Seconds of processor time in all its threads. */
  seconds: number
}

export function usageOf(pid: number): Usage | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const mebibytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    const seconds = (Number(fields[11]) + Number(fields[12])) / 100
    return { peak: mebibytes('VmHWM'), resident: mebibytes('VmRSS'), seconds }
  } catch {
    return undefined
  }
}

/** Resets the peak. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

export interface Finished {
  code: number | null
  milliseconds: number
  usage: Usage
  output: string
}

export interface Command {
  child: ChildProcess
  done: Promise<Finished>
}

/** A command from the start of its process to its end. */
export function run(command: string, args: readonly string[], env: Record<string, string> = {}): Command {
  const start = performance.now()
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env } })
  let usage: Usage = { peak: 0, resident: 0, seconds: 0 }
  let output = ''
  // One that has ended but was not waited for yet has no memory any more.
  const look = () => {
    const now = usageOf(child.pid!) ?? usage
    usage = { ...now, peak: Math.max(now.peak, usage.peak) }
  }
  const watch = setInterval(look, 20)
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      output += piece.toString()
    })
  const done = new Promise<Finished>(resolve =>
    child.once('close', code => {
      clearInterval(watch)
      resolve({ code, milliseconds: performance.now() - start, usage, output })
    }),
  )
  return { child, done }
}

function endOf(child: ChildProcess, act: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise(resolve => {
    child.once('exit', () => resolve())
    act()
  })
}
