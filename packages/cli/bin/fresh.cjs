const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')

/** Folders of words in a checkout; a published package has none of them. */
const sources = () => [join(root, 'src'), join(root, '../core/src')].filter(path => existsSync(path))

/** Whether a built file may run: in a checkout only while it is the newest. */
function isFresh(built) {
  const made = statSync(join(root, built), { throwIfNoEntry: false })
  return made !== undefined && sources().every(folder => newest(folder) <= made.mtimeMs)
}

/** The same for the quick file, which knows its sources. */
function isQuickFresh() {
  const made = statSync(join(root, 'dist/quick.cjs'), { throwIfNoEntry: false })
  if (made === undefined) return false
  if (sources().length === 0) return true
  const read = JSON.parse(readFileSync(join(root, 'dist/quick.json'), 'utf8'))
  return read.every(
    path => (statSync(`${root}/${path}`, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) <= made.mtimeMs,
  )
}

function newest(folder) {
  let latest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs)
  }
  return latest
}

module.exports = { isFresh, isQuickFresh, sources }
