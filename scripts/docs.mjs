import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, follow, root, run, sourceFlags } from './run.mjs'

/** The documentation as a site: `npm run docs` serves it beside a platform with the demo, `npm run docs -- build` writes it to docs/site/dist. */
const site = join(root, 'docs/site')
const port = process.env.KINORA_DOCS_PORT ?? '4711'
const isBuild = process.argv.includes('build')

if (!existsSync(join(site, 'node_modules/vitepress'))) {
  const code = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: site })
  if (code !== 0) process.exit(code)
}
// Pages lie outside of that package, and find Vue as if they didn't.
if (!existsSync(join(root, 'docs/node_modules')))
  symlinkSync('site/node_modules', join(root, 'docs/node_modules'))
const vitepress = join(site, 'node_modules/.bin/vitepress')
if (isBuild) process.exit(run(vitepress, ['build'], { cwd: site }))

const platform = process.env.KINORA_DOCS_PLATFORM ?? startPlatform()
console.log(`The site: http://127.0.0.1:${port}, the demo: ${platform}`)
follow(vitepress, ['dev', '--port', port, '--strictPort'], {
  cwd: site,
  env: { ...env, KINORA_DOCS_PLATFORM: platform },
})

/** A platform with its demo, in KINORA_DATA_DIR or in a folder that goes with it; its address. */
function startPlatform() {
  const given = process.env.KINORA_DATA_DIR
  const folder = given ?? mkdtempSync(join(tmpdir(), 'kinora-docs-'))
  const child = spawn('node', [...sourceFlags, 'packages/server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...env,
      ...{ PORT: '4710', HOST: '127.0.0.1', KINORA_DATA_DIR: folder, KINORA_RTMP_PORT: 'off' },
      KINORA_ORIGINS: `http://127.0.0.1:${port},http://localhost:${port}`,
    },
  })
  process.on('exit', () => {
    child.kill()
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  })
  return 'http://127.0.0.1:4710'
}
