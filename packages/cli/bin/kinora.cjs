#!/usr/bin/env node
// `kinora --help` is handed out as the build has rendered it, before anything is loaded; what is asked most is one small
// file that every Node from 20 on can run; all else is kinora.mjs.
const { fstatSync, readFileSync, readdirSync, statSync, writeSync } = require('node:fs')
const { join } = require('node:path')

const help = helpAsRendered()
const isSaid = help !== undefined && write(help)
if (!isSaid && !runQuick()) import('./kinora.mjs')

/** False where the command isn't one of the quick ones, or what was built is out of date. */
function runQuick() {
  if (process.argv[2] !== 'titles' || Number.parseInt(process.versions.node, 10) < 20) return false
  const { isQuickFresh } = require('./fresh.cjs')
  if (!isQuickFresh()) return false
  require('node:module').enableCompileCache?.()
  return require(process.argv[3] === 'upload' ? '../dist/quick-upload.cjs' : '../dist/quick.cjs').main()
}

function helpAsRendered() {
  const [flag, ...rest] = process.argv.slice(2)
  if ((flag !== '--help' && flag !== '-h') || rest.length > 0) return undefined
  const name = renderedFor()
  if (name === undefined) return undefined
  const rendered = join(__dirname, '../dist', name)
  try {
    return statSync(rendered).mtimeMs >= newestWords() ? readFileSync(rendered, 'utf8') : undefined
  } catch {
    return undefined
  }
}

/** A terminal gets colours unless it must not, a narrow one its own lines. Only a device can be one, so no other output is asked. */
function renderedFor() {
  if (!fstatSync(1).isCharacterDevice()) return 'help.txt'
  const { isTTY, columns = 80 } = process.stdout
  if (columns < 80) return undefined
  const { NO_COLOR, TERM } = process.env
  return isTTY && !NO_COLOR && TERM !== 'dumb' ? 'help.ansi' : 'help.txt'
}

/** In a checkout the words may be newer than what was rendered; a published package has no sources. */
function newestWords() {
  const source = join(__dirname, '../src')
  const commands = join(source, 'commands')
  let names
  try {
    names = readdirSync(commands).map(name => join(commands, name))
  } catch {
    return 0
  }
  const words = [
    ...names,
    join(source, 'texts.ts'),
    join(source, 'program.ts'),
    join(__dirname, '../package.json'),
  ]
  return Math.max(...words.map(path => statSync(path).mtimeMs))
}

/** A reader that has gone away is no failure; of any other the whole program knows the words. */
function write(text) {
  try {
    writeSync(1, text)
    return true
  } catch (error) {
    return error.code === 'EPIPE'
  }
}
