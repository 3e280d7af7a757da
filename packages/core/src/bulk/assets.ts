import { type Issue, isKinoraError } from '../kernel/errors.ts'
import { checkFileName } from '../kernel/fields.ts'
import { ContentType } from '../titles/index.ts'
import type { MediaFile, OpenMedia } from './ports.ts'
import { type Problem, toProblem } from './problem.ts'
import type { CatalogueRow, FileColumn } from './row.ts'

export type MediaRule = 'video' | 'audio' | 'trailer' | 'cover' | 'captions'

/** What is wrong with a file as the thing it shall be, found from its bytes. */
export type CheckFile = (file: MediaFile, rule: MediaRule) => Promise<Issue[]>

export interface Assets {
  /** Every problem of the files that a row names. */
  check(row: CatalogueRow): Promise<Problem[]>
  open: OpenMedia
}

/** The files of a catalogue; a file that many rows share is looked at once for each use. */
export function createAssets(options: { open: OpenMedia; checkFile: CheckFile }): Assets {
  const { open, checkFile } = options
  const known = new Map<string, Promise<Issue[]>>()

  const look = async (path: string, rule: MediaRule, column: string): Promise<Issue[]> => {
    const name = path.split('/').at(-1) ?? ''
    const named = checkFileName(name, undefined, column)
    if (named.length > 0) return named
    try {
      return await checkFile(await open(path), rule)
    } catch (error) {
      if (!isKinoraError(error)) throw error
      return [{ path: column, code: 'validation.fileMissing', params: { path } }]
    }
  }

  const issuesOf = (path: string, rule: MediaRule, column: string): Promise<Issue[]> => {
    const key = `${rule} ${path}`
    const found = known.get(key) ?? look(path, rule, column)
    known.set(key, found)
    return found
  }

  return {
    open,
    async check(row) {
      const uses = usesOf(row)
      const found = await Promise.all(uses.map(({ path, rule, column }) => issuesOf(path, rule, column)))
      return found.flatMap((issues, index) => {
        const column = uses[index]!.column
        return issues.map(issue => toProblem({ row: row.row, externalId: row.externalId, column }, issue))
      })
    },
  }
}

function usesOf(row: CatalogueRow): { path: string; rule: MediaRule; column: FileColumn | 'captions' }[] {
  const main: MediaRule = row.draft.contentType === ContentType.Audio ? 'audio' : 'video'
  const rules: [FileColumn, MediaRule][] = [
    ['file', main],
    ['cover', 'cover'],
    ['trailer', 'trailer'],
  ]
  return [
    ...rules.flatMap(([column, rule]) => {
      const path = row.files[column]
      return path === undefined ? [] : [{ path, rule, column }]
    }),
    ...row.captions.map(caption => ({
      path: caption.path,
      rule: 'captions' as const,
      column: 'captions' as const,
    })),
  ]
}

/** CAPTION-05: the mark that every WebVTT file begins with. */
export async function checkCaptionFile(file: MediaFile): Promise<Issue[]> {
  if (!/\.vtt$/i.test(file.name))
    return [{ path: 'captions', code: 'validation.fileType', params: { types: 'vtt' } }]
  const head = await file.blob.slice(0, 16).text()
  if (/^\uFEFF?WEBVTT(?=[ \t\r\n]|$)/.test(head)) return []
  return [{ path: 'captions', code: 'bulk.captionFormat', params: { path: file.name } }]
}
