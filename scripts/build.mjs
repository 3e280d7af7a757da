import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { env, newest, root, run } from './run.mjs'

const sources = (...names) =>
  names.flatMap(name => [join(root, 'packages', name, 'src'), join(root, 'packages', name, 'package.json')])

const library = (name, stamp) => ({
  stamp: `packages/${name}/dist/${stamp}`,
  inputs: [...sources(...new Set(['core', name])), join(root, 'packages', name, 'tsup.config.ts')],
  command: ['tsup', ['--config', 'tsup.config.ts', '--silent'], { cwd: join(root, 'packages', name) }],
})

const targets = {
  core: library('core', 'index.d.ts'),
  server: library('server', 'index.d.ts'),
  react: library('react', 'index.d.ts'),
  portal: {
    stamp: 'packages/portal/dist/index.html',
    inputs: [
      ...sources('core', 'react', 'portal'),
      ...['public', 'index.html', 'vite.config.ts', 'endpoint-data.ts', 'packed.ts'].map(name =>
        join(root, 'packages/portal', name),
      ),
      join(root, 'package-lock.json'),
    ],
    command: ['vite', ['build', 'packages/portal', '--logLevel', 'warn']],
  },
  cli: {
    stamp: 'packages/cli/dist/main.js',
    inputs: [...sources('core', 'cli', 'server'), join(root, 'packages/cli/tsup.config.ts')],
    command: ['tsup', ['--config', 'tsup.config.ts', '--silent'], { cwd: join(root, 'packages/cli') }],
  },
}

/** Builds one target when its sources are newer than what was built; gives the exit code. */
export function build(name, { force = false } = {}) {
  const { stamp, inputs, command } = targets[name]
  const built = join(root, stamp)
  if (!force && existsSync(built) && newest(built) >= newest(...inputs)) return 0
  console.error(`Building the ${name} …`)
  const [program, args, options] = command
  // A build that a test run starts is no other than the one that is shipped.
  const code = run(program, args, { ...options, env: { ...env, NODE_ENV: 'production' } })
  if (code === 0) utimesSync(built, new Date(), new Date())
  return code
}

if (process.argv[1]?.endsWith('build.mjs')) {
  const names = process.argv.slice(2).filter(name => name in targets)
  for (const name of names.length > 0 ? names : Object.keys(targets)) {
    const code = build(name, { force: true })
    if (code !== 0) process.exit(code)
  }
}
