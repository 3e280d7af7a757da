import type { TermsFile } from './schema.ts'

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
