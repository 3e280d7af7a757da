import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Puts the tools that npm installed, Node included, before the system's. */
export const env = { ...process.env, PATH: join(root, 'node_modules', '.bin') + delimiter + process.env.PATH }
/** Runs TypeScript sources of the workspace as they are. */
export const sourceFlags = ['--conditions=@kinora/source', '--disable-warning=ExperimentalWarning']

/** Runs to the end with the terminal attached; returns the exit code. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', env, ...options })
  if (done.error) throw done.error
  return done.status ?? 1
}

/** Starts a long-running child, passes signals on but for Ctrl-C, which its whole group gets, and ends with its exit code. */
export function follow(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env, ...options })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
  return child
}

/** Newest change below the paths, removed files included, in milliseconds since 1970; 0 where there is nothing. */
export function newest(...paths) {
  let latest = 0
  for (const path of paths) {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) continue
    latest = Math.max(latest, stat.mtimeMs)
    if (stat.isDirectory())
      for (const name of readdirSync(path))
        if (name !== 'node_modules' && name !== 'dist') latest = Math.max(latest, newest(join(path, name)))
  }
  return latest
}
