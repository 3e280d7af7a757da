import { readCaptionFile, vttIssues } from '../../captions/webvtt/index.ts'
import { IMAGE_MAX_SIZE } from '../../images/schema.ts'
import { type Issue, isKinoraError } from '../../kernel/errors.ts'
import { checkFileName } from '../../kernel/fields.ts'
import { MEGABYTE } from '../../kernel/formats.ts'
import { ContentType } from '../../titles/scales.ts'
import type { CatalogueRow, FileColumn } from '../csv/row.ts'
import type { MediaFile, OpenMedia } from '../run/ports.ts'
import { type Problem, toProblem } from './problem.ts'

export type MediaRule = 'video' | 'audio' | 'trailer' | 'cover' | 'captions'

/** What is wrong with a file as the thing it shall be, found from its bytes. */
export type CheckFile = (file: MediaFile, rule: MediaRule) => Promise<Issue[]>

export interface Assets {
  /** Every problem of the files that a row names; at once where all of them were looked at before. */
  check(row: CatalogueRow): Problem[] | Promise<Problem[]>
  open: OpenMedia
}

/** Files whose findings are remembered: a catalogue may name a million, and those that rows share stand close together. */
const REMEMBERED = 20_000

/** The files of a catalogue; a file that many rows share is looked at once for each use. */
export function createAssets(options: { open: OpenMedia; checkFile: CheckFile }): Assets {
  const { open, checkFile } = options
  const known = new Map<string, Issue[] | Promise<Issue[]>>()

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

  const remember = (key: string, found: Issue[] | Promise<Issue[]>): void => {
    known.set(key, found)
    if (known.size > REMEMBERED) known.delete(known.keys().next().value!)
  }

  const issuesOf = ({ path, rule, column }: Use): Issue[] | Promise<Issue[]> => {
    const key = `${rule} ${path}`
    const found = known.get(key)
    if (found !== undefined) return found
    const looking = look(path, rule, column)
    remember(key, looking)
    return looking.then(issues => {
      remember(key, issues)
      return issues
    })
  }

  return {
    open,
    check(row) {
      const uses = usesOf(row)
      if (uses.length === 0) return none
      const found = uses.map(issuesOf)
      if (found.every(issues => Array.isArray(issues))) return toProblems(row, uses, found as Issue[][])
      return Promise.all(found).then(issues => toProblems(row, uses, issues))
    },
  }
}

const none: Problem[] = []

interface Use {
  path: string
  rule: MediaRule
  column: FileColumn | 'captions'
}

function toProblems(row: CatalogueRow, uses: readonly Use[], found: readonly Issue[][]): Problem[] {
  return found.flatMap((issues, index) => {
    const place = { row: row.row, externalId: row.externalId, column: uses[index]!.column }
    return issues.map(issue => toProblem(place, issue))
  })
}

function usesOf({ files, captions, draft }: CatalogueRow): Use[] {
  const uses: Use[] = []
  const main: MediaRule = draft.contentType === ContentType.Audio ? 'audio' : 'video'
  const { file, cover, trailer } = files
  if (file !== undefined) uses.push({ path: file, rule: main, column: 'file' })
  if (cover !== undefined) uses.push({ path: cover, rule: 'cover', column: 'cover' })
  if (trailer !== undefined) uses.push({ path: trailer, rule: 'trailer', column: 'trailer' })
  for (const { path } of captions) uses.push({ path, rule: 'captions', column: 'captions' })
  return uses
}

/** CAPTION-05: every line whose words no viewer would see. */
async function checkCaptionFile(file: MediaFile): Promise<Issue[]> {
  if (!/\.vtt$/i.test(file.name))
    return [{ path: 'captions', code: 'validation.fileType', params: { types: 'vtt' } }]
  const [, ...lines] = vttIssues(await readCaptionFile(file.blob), 'captions')
  return lines.map(issue => ({ ...issue, params: { ...issue.params, path: file.name } }))
}

/** UPLOAD-26, VAL-T1: the rules that the portal's forms and the server ask, asked of a local file. */
export const checkFile: CheckFile = async (file, rule) => {
  if (rule === 'captions') return checkCaptionFile(file)
  const { checkImage, checkMediaFile } = await import('../../media/index.ts')
  if (rule !== 'cover') return (await checkMediaFile(rule, file)).issues
  if (file.size > IMAGE_MAX_SIZE) {
    const params = { max: Math.floor(IMAGE_MAX_SIZE / MEGABYTE) }
    return [{ path: 'cover', code: 'validation.imageTooLarge', params }]
  }
  return checkImage('titleCover', { name: file.name, bytes: new Uint8Array(await file.blob.arrayBuffer()) })
}

/** What a disk is asked for. */
interface Disk {
  join(folder: string, name: string): string
  /** The names in a folder; none where it can't be read. */
  list(folder: string): Promise<readonly string[]>
  exists(path: string): Promise<boolean>
}

/**
 * The one path below `base` whose names read as these, however they are composed: macOS hands names on decomposed, spreadsheets write
 * them composed. Undefined where nothing or several read so.
 */
export async function findComposed(
  base: string,
  names: readonly string[],
  disk: Disk,
): Promise<string | undefined> {
  let path = base
  for (const name of names) {
    const exact = disk.join(path, name)
    if (await disk.exists(exact)) {
      path = exact
      continue
    }
    const wanted = name.normalize('NFC')
    const [found, other] = (await disk.list(path)).filter(each => each.normalize('NFC') === wanted)
    if (found === undefined || other !== undefined) return undefined
    path = disk.join(path, found)
  }
  return path
}
