import { spawn } from 'node:child_process'
import { env, follow, root, sourceFlags } from './run.mjs'

const port = process.env.PORT ?? '4700'
const server = spawn(
  'node',
  [
    ...sourceFlags,
    '--watch-path=packages/server/src',
    '--watch-path=packages/core/src',
    'packages/server/src/main.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env,
  },
)
process.on('exit', () => server.kill())
follow('vite', ['packages/portal'], { env: { ...env, KINORA_URL: `http://127.0.0.1:${port}` } })
