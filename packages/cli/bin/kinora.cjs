#!/usr/bin/env node
// `kinora --help` is handed out as the build has rendered it, before anything is loaded; all else is kinora.mjs.
const { readFileSync, readdirSync, statSync } = require('node:fs')
const { join } = require('node:path')

const help = helpAsRendered()
if (help === undefined) import('./kinora.mjs')
else process.stdout.write(help)

function helpAsRendered() {
  const [flag, ...rest] = process.argv.slice(2)
  if ((flag !== '--help' && flag !== '-h') || rest.length > 0) return undefined
  const { isTTY, columns = 80 } = process.stdout
  if (columns < 80) return undefined
  const { NO_COLOR, TERM } = process.env
  const rendered = join(__dirname, '../dist', isTTY && !NO_COLOR && TERM !== 'dumb' ? 'help.ansi' : 'help.txt')
  try {
    return statSync(rendered).mtimeMs >= newestWords() ? readFileSync(rendered, 'utf8') : undefined
  } catch {
    return undefined
  }
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
  const words = [...names, join(source, 'texts.ts'), join(source, 'program.ts'), join(__dirname, '../package.json')]
  return Math.max(...words.map(path => statSync(path).mtimeMs))
}
