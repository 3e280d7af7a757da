import { build } from './build.mjs'
import { follow, sourceFlags } from './run.mjs'
import { ensureFfmpeg } from './system.mjs'

try {
  ensureFfmpeg()
} catch {
  console.error('ffmpeg could not be installed. Titles wait until it is there.')
}

const code = build('portal')
if (code !== 0) process.exit(code)
follow('node', [
  ...sourceFlags,
  'packages/server/src/main.ts',
  ...process.argv.slice(2).filter(each => each !== '--'),
])
