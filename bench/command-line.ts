import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../faults/processes.ts'
import { type Measured, pairs, time } from './measure.ts'
import { signIn } from './search.ts'
import { installCommandLine } from './upload-rig.ts'

const ROUNDS = Number(process.env.KINORA_BENCH_ROUNDS ?? 21)

/** How long a person waits for `kinora --help`, against Node starting to do nothing. */
export async function commandLine(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const bin = installCommandLine(folder)
  const run = (...args: string[]) => time(() => spawnSync(process.execPath, args, { stdio: 'pipe' }))
  await run(bin, '--help')
  const measured = await pairs(
    9,
    () => run(bin, '--help'),
    () => run('-e', '0'),
  )
  rmSync(folder, { recursive: true, force: true })
  return [{ name: 'kinora --help', ...measured, peerName: 'node -e 0', limit: 2.5, unit: 'ms' }]
}

/** `kinora titles list` of a signed-in person against a warm server of its own process, the demo's catalogue in it. */
export async function listing(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const bin = installCommandLine(folder)
  const server = await startServer(join(folder, 'data'), { KINORA_DEMO_PASSWORD: 'Kinora-demo-1' })
  const env = {
    ...process.env,
    KINORA_URL: server.url,
    KINORA_CONFIG_DIR: join(folder, 'config'),
    KINORA_KEYRING: 'off',
  }
  const run = (args: string[], input = '') =>
    time(
      () =>
        new Promise<void>((resolve, reject) => {
          const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
          child.stdin.end(input)
          child.stdout.resume()
          child.once('close', code => (code === 0 ? resolve() : reject(new Error(`ended with ${code}`))))
        }),
    )
  try {
    await signIn(server.url)
    await run([bin, 'login', '--email', 'admin@demo.kinora.test', '--password-stdin'], 'Kinora-demo-1\n')
    for (let warming = 0; warming < 20; warming += 1) await run([bin, 'titles', 'list'])
    const measured = await pairs(
      ROUNDS,
      () => run([bin, 'titles', 'list']),
      () => run(['-e', '0']),
    )
    return [{ name: 'kinora titles list', ...measured, peerName: 'node -e 0', limit: 5, unit: 'ms' }]
  } finally {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}
