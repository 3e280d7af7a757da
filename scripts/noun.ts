import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/add-a-noun.md'), 'utf8')

/** A file that the page has in full, or lines for one that is there: below the line before them. */
interface NounFile {
  /** Below `packages`. */
  path: string
  isNew: boolean
  text: string
}

/** The code of docs/add-a-noun.md: what a plain noun needs, then what others may need besides. */
const [plain, more] = page.split(/^## More than a plain noun$/m).map(filesOf)
export const plainNoun: readonly NounFile[] = plain!
export const moreOfNoun: readonly NounFile[] = more!

function filesOf(part: string): NounFile[] {
  return [...part.matchAll(/^```(\w+) (\S+)\n(.*?)^```/gms)].map(([, kind, path = '', text = '']) => ({
    path,
    isNew: kind !== 'diff',
    text,
  }))
}

/** Lines that a person writes. */
export const linesOf = ({ isNew, text }: NounFile): number =>
  text.split('\n').filter(line => (isNew ? true : line.startsWith('+'))).length - (isNew ? 1 : 0)

/** The file with what the page says; throws where a line that others stand below isn't there. */
export function written({ path, isNew, text }: NounFile, packages = join(root, 'packages')): string {
  const file = join(packages, path)
  if (isNew) {
    if (existsSync(file)) throw new Error(`${path} is there already.`)
    return text
  }
  const lines = readFileSync(file, 'utf8').split('\n')
  let at = 0
  for (const line of text.split('\n').slice(0, -1)) {
    const [sign, words] = [line[0], line.slice(1)]
    if (sign === '+') lines.splice(at, 0, words)
    else at = lines.indexOf(words, at)
    if (at < 0) throw new Error(`${path} has no line “${words}”.`)
    at += 1
  }
  return lines.join('\n')
}
