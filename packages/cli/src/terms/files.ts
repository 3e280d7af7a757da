import { checkTerms, checkTermsText, KinoraError, languageName, languageOfTerms } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { usage } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'
import type { LocalFile } from '../kernel/world.ts'

/** TERMS-02: one checked file for each language, by the language that its name ends with or that is written before it. */
export async function openTerms(
  session: Session,
  {
    title,
    paths,
    languageCodes,
  }: { title: string; paths: readonly string[]; languageCodes: readonly string[] },
): Promise<Record<string, File>> {
  const found = new Map<string, LocalFile>()
  for (const given of paths) {
    const [, written, rest] = /^([a-z]{2}-[a-z]{2})=(.+)$/i.exec(given) ?? []
    const file = await session.world.files.open(rest ?? given)
    const tag =
      written === undefined ? languageOfTerms(file.name, languageCodes) : toTag(written, languageCodes)
    if (tag === undefined) throw unknown(file.name, languageCodes)
    const other = found.get(tag)
    if (other !== undefined) throw twice(tag, other.name, file.name)
    found.set(tag, file)
  }
  assertGood(checkTerms({ Title: title, files: Object.fromEntries(found) }, languageCodes))
  const files = await Promise.all(
    [...found].map(async ([tag, file]) => {
      const bytes = new Uint8Array(await file.blob.arrayBuffer())
      return {
        tag,
        issues: checkTermsText(bytes, tag),
        file: new File([bytes], file.name, { type: 'text/html' }),
      }
    }),
  )
  assertGood(files.flatMap(({ issues }) => issues))
  return Object.fromEntries(files.map(({ tag, file }) => [tag, file]))
}

const toTag = (written: string, languageCodes: readonly string[]): string =>
  languageCodes.find(tag => tag.toLowerCase() === written.toLowerCase()) ?? written

function assertGood(issues: KinoraError['issues']): void {
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
}

const unknown = (file: string, languageCodes: readonly string[]) =>
  usage(
    safe`The language of ${file} is not known`,
    safe`Name it like terms.de-DE.html, or pass de-DE=${file}. Languages of the tenant: ${languageCodes.join(', ')}`,
  )

const twice = (tag: string, one: string, other: string) =>
  usage(
    safe`There are two files in ${languageName(tag)}: ${one} and ${other}`,
    'Pass one file for each language.',
  )
