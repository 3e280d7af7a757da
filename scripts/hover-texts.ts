import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * PKG-08: what a host reads in its editor comes from the comments of the packed declarations. Ids of our register, numbers of our
 * decisions and the mark † say nothing to it: they are left out of what is packed, and the sentence stays one. Sources keep them.
 */

/** The prefixes of the register's ids: `TITLE` of `TITLE-29`. */
const prefixes = [
  ...new Set(
    [
      ...readFileSync(join(import.meta.dirname, '../docs/requirements.md'), 'utf8').matchAll(
        /^\| ([A-Z][A-Z0-9]*)-\d/gm,
      ),
    ].map(([, prefix]) => prefix!),
  ),
]
/** An id of the register; ISO-8601, SHA-256 and UTF-8 have none of its prefixes. */
export const registerId = `(?<![\\w-])(?:${prefixes.join('|')})-(?:T?\\d{1,3})[a-z]?(?![\\w-])`
/** One reference: an id, a range of ids, an area beside an id, a row or a table of the register, a decision, a law. */
const one = [
  `(?:\\b(?:tables?|rows?) )?${registerId}(?:(?: to | and |–|…)\\d{1,3}(?![\\w.]))?`,
  `(?<![\\w-])(?:${prefixes.filter(({ length }) => length > 2).join('|')})(?=, (?:${prefixes.join('|')})-)`,
  '(?:docs/)?\\b[Dd]ecisions?[ /]\\d{4}(?:(?:, | and )\\d{4})*',
  '(?<![\\w.-])(?:28\\.\\d|0\\d{3})(?=:|, | †|\\)| [A-Z]|$)',
  '[Ll]aw \\d+',
  '†',
].join('|')
const list = `(?:${one})(?:(?:[,;] (?:and )?| to | and | or |–|…| )(?:${one}))*`
const pattern = (source: string) => new RegExp(source, 'g')

const rules: readonly (readonly [RegExp, string])[] = [
  // "(TITLE-29)", "(see C-143)", and what stands beside other words in parentheses.
  [pattern(` ?\\((?:see )?${list}\\)`), ''],
  [pattern(`\\((?:see )?${list}[,;:]? `), '('],
  [pattern(`[,;] (?:see )?${list}\\)`), ')'],
  // "as I18N-06 has them"
  [pattern(` as ${list} (?:has|have|says?|sends?|asks?|names?)(?: it| them)?(?=[.,;:)]|$)`), ''],
  [pattern(`: ${list}(?=\\.|$)`), ''],
  [pattern(`([;,] )${list}: `), '$1'],
]
const opening = pattern(`(?:^${list}(?:[:;,.] ?| (?:and |or )?|$)|(?<=\\. )${list}(?:[:;,.] ?|$))`)
const within = pattern(list)

const capital = (text: string): string =>
  text.replace(/^\p{Ll}(?=[\p{Ll}’' -])/u, first => first.toUpperCase())

/** A paragraph of a comment without references; empty where it is nothing else. */
export function withoutReferences(text: string): string {
  if (text.search(within) === -1) return text
  const shorter = rules.reduce((before, [rule, to]) => before.replace(rule, to), text)
  return capital(
    shorter
      .replace(opening, '\0')
      .replace(/\0+\s*(\p{Ll}?)/gu, (_, first: string) => first.toUpperCase())
      .replace(/† ?/g, '')
      .replace(within, 'the specification')
      .replace(/\bthe specification(?:(?:,| and| or) the specification)+/g, 'the specification')
      .replace(/ +([.,;:)])(?=[ .]|$)/g, '$1')
      .trim(),
  )
}

/** A block comment without references: paragraphs, lists and tags stay lines of their own. */
function rewritten(comment: string): string {
  const text = comment
    .slice(3, -2)
    .replace(/\s*\n[ \t]*\*? ?/g, '\n')
    .trim()
  const paragraphs = text.replace(/(?<!\n)\n(?![\n@|`>#-]|\d+\. )/g, ' ').split('\n')
  const kept = paragraphs.map(withoutReferences)
  const words = kept.join('\n').replace(/^\n+|\n+$/g, '')
  if (words === '') return ''
  return words.includes('\n')
    ? `/**\n${words.replace(/^/gm, ' * ').replace(/ +$/gm, '')}\n */`
    : `/** ${words} */`
}

const linesIn = (text: string): number => text.split('\n').length

/**
 * Declarations as they are packed: a literal type that is an id is told as what it is, a string. Each stays in its line, by which
 * their map leads to the source.
 */
export const toPacked = (declarations: string): string =>
  declarations
    .replace(/^[ \t]*\/\*\*[\s\S]*?\*\/\n?/gm, comment => {
      if (comment.search(within) === -1) return comment
      const indent = comment.match(/^[ \t]*/)![0]
      const text = rewritten(comment.trim())
      const kept = text === '' ? '' : `${text.replace(/^/gm, indent)}\n`
      return kept.padStart(kept.length + linesIn(comment) - linesIn(kept), '\n')
    })
    .replace(pattern(`: '${list}'(?=[;,\\n])`), ': string')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2]!
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.d.ts'),
  )
  for (const name of names) {
    const before = readFileSync(join(folder, name), 'utf8')
    const after = toPacked(before)
    if (after !== before) writeFileSync(join(folder, name), after)
  }
}
