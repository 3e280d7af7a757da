import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldPage } from './fields.mjs'
import { root } from './run.mjs'

/** The register: each area, and table of fields (B), decisions (C), state machines (E), roles (F), with its ids. */
const register = new Map(
  Object.entries({
    ...{ AUTH: '1-21', ROLE: '1-24', NAV: '1-75', SESS: '1-21', I18N: '1-7', VAL: '1-31', TITLE: '1-42' },
    ...{
      FAV: '1-4',
      UPLOAD: '1-30',
      VIDEO: '1-15',
      CAPTION: '1-6',
      CAT: '1-9',
      META: '1-14',
      REVIEW: '1-10',
    },
    ...{ BULK: '1-13', PLAY: '1-5', TENANT: '1-34', PROV: '1-13', CHAN: '1-18', EVENT: '1-38', COLL: '1-15' },
    ...{
      HOOK: '1-4',
      LIVE: '1 4-5',
      OPS: '1-4 7',
      KEY: '1-4',
      EMBED: '1 3 8',
      SUBS: '1-8',
      DOC: '1-6',
      TERMS: '1-7',
      SITE: '1-15',
      USER: '1-12',
      REPORT: '1-9',
      ERR: '1-20',
    },
    ...{ CONST: '1-36', PKG: '1-8', API: '1-7 10-54 60-87 90-92 110-130 140-153' },
    ...{ B: '1-25 15a', C: '1-138 142-145 149-150', E: '1-14', F: '1-4' },
  }),
)
const tables = ['B', 'C', 'E', 'F']
const areas = [...register.keys()].filter(area => !tables.includes(area))
/** Areas have numbers of two digits and more, as decisions do; the other tables count from 1. */
const id = `(?<![\\w-])(?:(${areas.join('|')}|C)-(\\d{2,3})|(B|E|F)-(\\d{1,2}[a-z]?))(?![\\w-])`
const single = new RegExp(id, 'g')
const range = new RegExp(
  `(?<![\\w-])(${[...areas, ...tables].join('|')})-(\\d{1,3})(?: to |–|…)(?:\\1-)?(\\d{1,3})(?![\\w-])`,
  'g',
)
export const heading = /\b(?:describe|test|it)(?:\.each\([\s\S]*?\))?\(\s*(['"`])([\s\S]*?)\1/g

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

/** Ids of the register that no test names. */
export function open() {
  const covered = coverage()
  return [...register].flatMap(([area, ranges]) => numbersOf(ranges, area).filter(id => !covered.has(id)))
}

function numbersOf(ranges, area) {
  const width = ['B', 'E', 'F'].includes(area) ? 1 : 2
  return ranges.split(' ').flatMap(range => {
    const [from, to = from] = range.split('-')
    if (!/^\d+$/.test(from)) return [`${area}-${range}`]
    return Array.from(
      { length: Number(to) - Number(from) + 1 },
      (_, nth) => `${area}-${String(Number(from) + nth).padStart(width, '0')}`,
    )
  })
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
  const order = id => all.indexOf(id.split('-')[0]) * 1000 + Number.parseInt(id.split('-')[1], 10)
  return new Map([...byId].sort(([a], [b]) => order(a) - order(b)))
}

function openWords() {
  const ids = open()
  return ids.length === 0
    ? 'Every id of the register stands here: no row of an area, nor of the tables B, C, E and F, is open.'
    : `Open, since no test names them: ${ids.join(', ')}.`
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
    openWords(),
    '',
    '| id | tests |',
    '|---|---|',
    ...rows,
    '',
    ...fieldPage(),
  ].join('\n')
}

if (process.argv[1]?.endsWith('requirements.mjs')) writeFileSync(join(root, 'docs/requirements.md'), page())
