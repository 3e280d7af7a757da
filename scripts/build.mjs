import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { env, newest, root, run } from './run.mjs'

const sources = (...names) =>
  names.flatMap(name => [join(root, 'packages', name, 'src'), join(root, 'packages', name, 'package.json')])

/** What changes how packages and the portal are written. */
const packing = ['pack.ts', 'endpoint-data.ts', 'hover-texts.ts'].map(file => join(root, 'scripts', file))

const packageTarget = (name, { inputs, commands }) => {
  const folder = join(root, 'packages', name)
  return {
    stamp: `packages/${name}/dist/index.d.ts`,
    fresh: join(folder, 'dist'),
    inputs: [...sources(...new Set(['core', name])), ...inputs.map(file => join(folder, file)), ...packing],
    commands: commands.map(([program, args]) => [program, args, { cwd: folder }]),
  }
}
/** File by file, as the sources are: what one component of a host needs is found by its bundler, and nothing else comes along. */
const compile = ['tsc', ['-p', 'tsconfig.build.json', '--singleThreaded']]
/** What a bundler needs to leave out the rest (decision 0169). */
const pack = ['node', [join(root, 'scripts/pack.ts'), 'dist']]
/** What hosts read in their editor (`scripts/hover-texts.ts`). */
const comments = ['node', [join(root, 'scripts/hover-texts.ts'), 'dist']]
const bundle = ['tsup', ['--config', 'tsup.config.ts', '--silent']]

const targets = {
  core: packageTarget('core', { inputs: ['tsconfig.build.json'], commands: [compile, pack, comments] }),
  server: {
    ...packageTarget('server', {
      inputs: ['tsconfig.build.json', 'tsup.config.ts'],
      commands: [bundle, compile],
    }),
    stamp: 'packages/server/dist/types/src/index.d.ts',
  },
  react: {
    ...packageTarget('react', {
      inputs: ['tsconfig.build.json', 'tsup.config.ts'],
      commands: [compile, pack, comments, bundle],
    }),
    finish: () => markAsClient(join(root, 'packages/react/dist')),
  },
  portal: {
    stamp: 'packages/portal/dist/index.html',
    inputs: [
      ...sources('core', 'react', 'portal'),
      ...[
        ...['public', 'help', 'index.html', 'vite.config.ts'],
        ...['endpoint-data.ts', 'help-pages.ts', 'acyclic.ts', 'packed.ts'],
      ].map(name => join(root, 'packages/portal', name)),
      ...packing,
      join(root, 'package-lock.json'),
    ],
    commands: [['vite', ['build', 'packages/portal', '--logLevel', 'warn']]],
  },
  site: {
    stamp: 'examples/site/dist/index.html',
    inputs: [
      ...sources('core', 'react'),
      ...['page', 'index.html', 'vite.config.ts'].map(name => join(root, 'examples/site', name)),
      join(root, 'package-lock.json'),
    ],
    commands: [['vite', ['build', 'examples/site', '--logLevel', 'warn']]],
  },
  cli: {
    stamp: 'packages/cli/dist/main.mjs',
    inputs: [...sources('core', 'cli', 'server'), join(root, 'packages/cli/tsup.config.ts')],
    commands: [[...bundle, { cwd: join(root, 'packages/cli') }]],
  },
}

/** Lets server components import the components: their framework reads it in each file. */
function markAsClient(folder) {
  const names = readdirSync(folder, { recursive: true }).filter(name => name.endsWith('.js'))
  for (const name of names.filter(each => each !== 'digest-worker.js')) {
    const file = join(folder, name)
    // On the line of the first statement, so that source maps hold.
    writeFileSync(file, `'use client';${readFileSync(file, 'utf8')}`)
  }
}

/** Builds one target when its sources are newer than what was built; returns the exit code. */
export function build(name, { force = false } = {}) {
  const { stamp, inputs, commands, fresh, finish } = targets[name]
  const built = join(root, stamp)
  const isFresh = () => !force && existsSync(built) && newest(built) >= newest(...inputs)
  if (isFresh()) return 0
  const unlock = lock(name)
  try {
    if (isFresh()) return 0
    console.error(`Building the ${name} …`)
    if (fresh !== undefined) rmSync(fresh, { recursive: true, force: true })
    for (const [program, args, options] of commands) {
      // A build that a test run starts is no other than the one that is shipped.
      const code = run(program, args, { ...options, env: { ...env, NODE_ENV: 'production' } })
      if (code !== 0) return code
    }
    finish?.()
    utimesSync(built, new Date(), new Date())
    return 0
  } finally {
    unlock()
  }
}

/** Test files that run at once ask for the same target: one builds it, the others wait and find it built. */
function lock(name) {
  const cache = join(root, 'node_modules/.cache/kinora')
  const file = join(cache, `building-${name}`)
  mkdirSync(cache, { recursive: true })
  let waits = 0
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (!isHeld(file)) rmSync(file, { force: true })
      else if (waits++ === 0) console.error(`Waiting for another build of the ${name} …`)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    }
  }
}

/** Milliseconds that no build takes: whoever has had the lock for longer was killed, and another has its number now. */
const TOO_LONG = 1_200_000

/** Whether the process that has the lock lives; one that is about to write its number, or has just let go, does. */
function isHeld(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > TOO_LONG) return false
    const holder = readFileSync(file, 'utf8')
    return holder === '' || (Number(holder) !== process.pid && process.kill(Number(holder), 0))
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

/** `--stale` builds only what is older than its sources. */
if (process.argv[1]?.endsWith('build.mjs')) {
  const force = !process.argv.includes('--stale')
  const names = process.argv.slice(2).filter(name => name in targets)
  for (const name of names.length > 0 ? names : Object.keys(targets)) {
    const code = build(name, { force })
    if (code !== 0) process.exit(code)
  }
}
