import type { Issue } from '../kernel/errors.ts'
import { checkFileName, checkFileType, isBlank } from '../kernel/field-rules.ts'
import { MEGABYTE } from '../kernel/formats.ts'
import { checkWith } from '../kernel/issues.ts'
import { languageName } from '../languages.ts'
import { TERMS_FILE_MAX, TermsDraft, type TermsFile } from './schema.ts'

interface NamedFile {
  name: string
  /** Bytes. */
  size: number
}

export interface TermsFiles {
  title: string
  files: Readonly<Record<string, NamedFile | undefined>>
}

/** TERMS-02, C-108: a title and one .html file for each language of the tenant, for no other, 2 MB each. */
export function checkTerms({ title, files }: TermsFiles, languageCodes: readonly string[]): Issue[] {
  const issues = checkWith(TermsDraft.pick({ title: true }), { title })
  if (languageCodes.length === 0) return [...issues, { path: 'files', code: 'session.noLanguages' }]
  const given = Object.keys(files).filter(tag => files[tag] !== undefined)
  const others = given.filter(tag => !languageCodes.includes(tag))
  return [
    ...issues,
    ...languageCodes.flatMap(tag => checkTermsFile(files[tag], tag)),
    ...others.map((tag): Issue => ({ ...issueOf(tag, 'terms.otherLanguage') })),
  ]
}

/** The same for the file of one language; its inside is `checkTermsText`. */
export function checkTermsFile(file: NamedFile | undefined, tag: string): Issue[] {
  if (file === undefined) return [issueOf(tag, 'terms.fileMissing')]
  const type = checkFileType(file.name, 'html', pathOf(tag))
  if (type.length > 0) return type
  const issues = checkFileName(file.name, undefined, pathOf(tag))
  if (file.size > TERMS_FILE_MAX) issues.push(issueOf(tag, 'terms.tooLarge'))
  return issues
}

/** What is wrong with the bytes of a file: they must be text in UTF-8, and some. */
export function checkTermsText(bytes: Uint8Array, tag: string): Issue[] {
  const text = decode(bytes)
  if (text === undefined) return [issueOf(tag, 'terms.encoding')]
  return isBlank(text) ? [issueOf(tag, 'terms.empty')] : []
}

/** Which of the languages a file's name ends with: `terms.de-DE.html`, `de_de.html`, or `de.html` where one of them is German. */
export function languageOfTerms(name: string, languageCodes: readonly string[]): string | undefined {
  const [, code, region] = /(?:^|[._ -])([a-z]{2})(?:[-_]([a-z]{2}))?\.html$/i.exec(name) ?? []
  if (code === undefined) return undefined
  const isLike = (tag: string, ending: string) => tag.toLowerCase().startsWith(ending.toLowerCase())
  const exact = region && languageCodes.find(tag => isLike(tag, `${code}-${region}`))
  if (region !== undefined) return exact
  const ofCode = languageCodes.filter(tag => isLike(tag, `${code}-`))
  return ofCode.length === 1 ? ofCode[0] : undefined
}

/** Which files of a set a tenant takes, by language, and the languages that it has no file for. */
export interface TermsFit<F> {
  files: Record<string, F>
  lacking: string[]
  /** Files in a language that the tenant doesn’t have. */
  unused: F[]
}

/** 28.3: one set of files for many tenants: each takes those in its languages. `tagOf` is the language that somebody has given a file. */
export function fitTerms<F extends { name: string }>(
  given: readonly F[],
  languageCodes: readonly string[],
  tagOf: (file: F) => string | undefined = () => undefined,
): TermsFit<F> {
  const files: Record<string, F> = {}
  const unused: F[] = []
  for (const file of given) {
    const tag = tagOf(file) ?? languageOfTerms(file.name, languageCodes)
    if (tag === undefined || !languageCodes.includes(tag) || tag in files) unused.push(file)
    else files[tag] = file
  }
  return { files, unused, lacking: languageCodes.filter(tag => !(tag in files)) }
}

const pathOf = (tag: string): string => `files.${tag}`

const issueOf = (tag: string, code: Issue['code']): Issue => ({
  path: pathOf(tag),
  code,
  params: { language: languageName(tag), max: TERMS_FILE_MAX / MEGABYTE },
})

function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** One version of a tenant's terms, with its files by language. */
export interface TermsVersion {
  version: number
  title: string
  createdDate: string
  files: readonly TermsFile[]
  /** Languages whose file is another one than in the version before; undefined for the first. */
  changed: readonly string[] | undefined
}

/** The rows of `terms.versions` by version, the newest first. */
export function toTermsVersions(rows: readonly TermsFile[]): TermsVersion[] {
  const numbers = [...new Set(rows.map(row => row.version))].sort((one, other) => other - one)
  const filesOf = (version: number | undefined) => rows.filter(row => row.version === version)
  return numbers.map((version, index) => {
    const files = filesOf(version)
    const before = new Map(filesOf(numbers[index + 1]).map(file => [file.languageCode, file.digest]))
    const { title, createdDate } = files[0]!
    const changed = files
      .filter(file => before.get(file.languageCode) !== file.digest)
      .map(file => file.languageCode)
    return { version, title, createdDate, files, changed: before.size === 0 ? undefined : changed }
  })
}
