import { spawn } from 'node:child_process'
import { build } from './build.mjs'
import { env, follow, root, sourceFlags } from './run.mjs'
import { ensureFfmpeg } from './system.mjs'

try {
  ensureFfmpeg()
} catch {
  console.error('ffmpeg could not be installed. Titles wait until it is there.')
}

const code = build('portal')
if (code !== 0) process.exit(code)
const sites = process.argv.includes('--empty') ? undefined : await startSites()
follow(
  'node',
  [...sourceFlags, 'packages/server/src/main.ts', ...process.argv.slice(2).filter(each => each !== '--')],
  sites === undefined ? {} : { env: { ...env, KINORA_SITE_URL: `${sites}/{tenantId}/` } },
)

/** The example of a site (examples/site), for each tenant of the demo; its address, or undefined where it isn't served. */
async function startSites() {
  if (process.env.KINORA_SITE_URL !== undefined || process.env.PORT === '0' || build('site') !== 0)
    return undefined
  const child = spawn('node', [...sourceFlags, 'examples/site/start.ts'], {
    ...{ cwd: root, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  })
  process.on('exit', () => child.kill())
  return new Promise(resolve => {
    child.once('message', resolve)
    child.once('exit', () => resolve(undefined))
  })
}
