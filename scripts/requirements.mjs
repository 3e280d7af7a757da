import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const areas =
  'AUTH ROLE NAV SESS I18N VAL TITLE FAV UPLOAD VIDEO CAPTION CAT META REVIEW BULK PLAY TENANT PROV CHAN EVENT COLL SUBS DOC TERMS SITE USER REPORT ERR CONST PKG API'.split(
    ' ',
  )
/** Tables of fields, decisions, state machines, and of roles by route and action. */
const tables = ['B', 'C', 'E', 'F']
/** Areas have numbers of two digits and more, as decisions do; the other tables count from 1. */
const id = `(?<![\\w-])(?:(${areas.join('|')}|C)-(\\d{2,3})|(B|E|F)-(\\d{1,2}))(?![\\w-])`
const single = new RegExp(id, 'g')
const range = new RegExp(
  `(?<![\\w-])(${[...areas, ...tables].join('|')})-(\\d{1,3})(?: to |–|…)(?:\\1-)?(\\d{1,3})(?![\\w-])`,
  'g',
)
const heading = /\b(?:describe|test|it)(?:\.each\([\s\S]*?\))?\(\s*(['"`])([\s\S]*?)\1/g

/** Ids named in the titles of a test file's groups and tests; a range such as `NAV-63 to NAV-68` names all of it. */
export function idsOf(source) {
  const ids = new Set()
  const titles = [...source.matchAll(heading)]
    .map(match => match[2])
    .concat(
      [...source.matchAll(/^\s*\[?\s*['"`]((?:[A-Z0-9]+-\d{1,3})[^'"`]*)['"`]/gm)].map(match => match[1]),
    )
  for (const title of titles) {
    for (const [, area, from, to] of title.matchAll(range))
      for (let number = Number(from); number <= Number(to); number += 1)
        ids.add(`${area}-${String(number).padStart(from.length, '0')}`)
    for (const [found] of title.matchAll(single)) ids.add(found)
  }
  return ids
}

/** Requirement id -> test files that name it, sorted. */
export function coverage() {
  const files = execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      'packages/*.test.ts',
      'packages/*.test.tsx',
      'scripts/architecture.test.ts',
      'faults/*.test.ts',
    ],
    { cwd: root, encoding: 'utf8' },
  )
    .trim()
    .split('\n')
  const byId = new Map()
  for (const file of files.sort())
    for (const id of idsOf(readFileSync(join(root, file), 'utf8')))
      byId.set(id, [...(byId.get(id) ?? []), file])
  const all = [...areas, ...tables]
  const order = id => all.indexOf(id.split('-')[0]) * 1000 + Number(id.split('-')[1])
  return new Map([...byId].sort(([a], [b]) => order(a) - order(b)))
}

/** The page docs/requirements.md as it must be. */
export function page() {
  const rows = [...coverage()].map(
    ([id, files]) => `| ${id} | ${files.map(file => `\`${file}\``).join('<br>')} |`,
  )
  return [
    '# Requirements and the tests that name them',
    '',
    'Made by `npm run requirements` from the ids that tests carry in their names; a test keeps this page current. An id stands',
    'here where a test is about it: whether the whole requirement is met is for the test, and its reader, to say.',
    '',
    '| id | tests |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n')
}

if (process.argv[1]?.endsWith('requirements.mjs')) writeFileSync(join(root, 'docs/requirements.md'), page())
