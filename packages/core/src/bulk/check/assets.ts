import { toTrackName } from '../../captions/rules.ts'
import { readCaptionFile, vttIssues } from '../../captions/webvtt/index.ts'
import { IMAGE_MAX_SIZE } from '../../images/schema.ts'
import { type Issue, isKinoraError } from '../../kernel/errors.ts'
import { checkFileName, checkFileType } from '../../kernel/field-rules.ts'
import { MEGABYTE } from '../../kernel/formats.ts'
import { isRetryable } from '../../kernel/retry.ts'
import { readPart } from '../../media/read-part.ts'
import { ContentType } from '../../titles/scales.ts'
import type { CatalogueRow, FileColumn } from '../csv/row.ts'
import type { MediaFile, OpenMedia } from '../run/ports.ts'
import { type Problem, toProblem } from './problem.ts'

export type MediaRule = 'video' | 'audio' | 'trailer' | 'cover' | 'captions'

export interface FileFinding {
  issues: readonly Issue[]
  /** Whole seconds of what can be played. */
  length?: number | undefined
}

/** What is wrong with a file as the thing it shall be, found from its bytes; captions for a title of so many seconds, where they are known. */
export type CheckFile = (file: MediaFile, rule: MediaRule, length?: number) => Promise<FileFinding>

export interface Assets {
  /** Every problem of the files that a row names; at once where all of them were looked at before. */
  check(row: CatalogueRow): Problem[] | Promise<Problem[]>
  open: OpenMedia
}

/** Files whose findings are cached: a catalogue may name a million, and those that rows share stand close together. */
const CACHE_SIZE = 20_000

/** The files of a catalogue; a file that many rows share is looked at once for each use. */
export function createAssets(options: { open: OpenMedia; checkFile: CheckFile }): Assets {
  const { open, checkFile } = options
  const known = new Map<string, FileFinding | Promise<FileFinding>>()

  const look = async ({ path, rule, column }: Use, length: number | undefined): Promise<FileFinding> => {
    const name = path.split('/').at(-1) ?? ''
    const issues = checkFileName(name, undefined, column)
    if (issues.length > 0) return { issues }
    try {
      return await checkFile(await open(path), rule, length)
    } catch (error) {
      // That the store doesn't answer now says nothing of the file.
      if (!isKinoraError(error) || isRetryable(error) || error.code === 'aborted') throw error
      // What was found by reading it; what isn't there is said by the name that the row gives it.
      if (error.code === 'refused') return { issues: error.issues.map(issue => ({ ...issue, path: column })) }
      const code = error.code === 'forbidden' ? 'validation.fileDenied' : 'validation.fileMissing'
      return { issues: [{ path: column, code, params: { path } }] }
    }
  }

  const remember = (key: string, found: FileFinding | Promise<FileFinding>): void => {
    known.set(key, found)
    if (known.size > CACHE_SIZE) known.delete(known.keys().next().value!)
  }

  const findingOf = (use: Use, length?: number): FileFinding | Promise<FileFinding> => {
    const key = `${use.rule} ${length} ${use.path}`
    const found = known.get(key)
    if (found !== undefined) return found
    const looking = look(use, length)
    remember(key, looking)
    return looking.then(finding => {
      remember(key, finding)
      return finding
    })
  }

  return {
    open,
    check(row) {
      const uses = usesOf(row)
      if (uses.length === 0) return none
      // Captions are held against the length of the file beside them, and wait for it alone.
      const played = uses.find(({ column }) => column === 'file')
      const beside = played && findingOf(played)
      const found = uses.map(use => {
        if (use === played) return beside!
        if (use.rule !== 'captions') return findingOf(use)
        if (!(beside instanceof Promise)) return findingOf(use, beside?.length)
        return beside.then(({ length }) => findingOf(use, length))
      })
      if (found.some(finding => finding instanceof Promise))
        return Promise.all(found).then(findings => toProblems(row, uses, findings))
      return toProblems(row, uses, found as FileFinding[])
    },
  }
}

const none: Problem[] = []

interface Use {
  path: string
  rule: MediaRule
  column: FileColumn | 'captions'
}

function toProblems(row: CatalogueRow, uses: readonly Use[], found: readonly FileFinding[]): Problem[] {
  return found.flatMap(({ issues }, index) => {
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

/** CAPTION-05: every line whose words no viewer would see; what the file holds decides its format (decision 0089). */
async function checkCaptionFile(file: MediaFile, length: number | undefined): Promise<Issue[]> {
  const read = await readCaptionFile(file.blob, { length })
  const type = checkFileType(toTrackName(file.name, read.format), 'vtt', 'captions')
  if (type.length > 0) return type
  const [, ...lines] = vttIssues(read, 'captions')
  return lines.map(issue => ({ ...issue, params: { ...issue.params, path: file.name } }))
}

/** UPLOAD-26, VAL-T1: the rules that the portal's forms and the server ask, asked of a local file. */
export const checkFile: CheckFile = async (file, rule, given) => {
  if (rule === 'captions') return { issues: await checkCaptionFile(file, given) }
  const { checkImage, checkMediaFile } = await import('../../media/index.ts')
  if (rule !== 'cover') {
    const { issues, info } = await checkMediaFile(rule, file)
    return { issues, length: info && Math.round(info.duration) }
  }
  if (file.size > IMAGE_MAX_SIZE) {
    const params = { max: Math.floor(IMAGE_MAX_SIZE / MEGABYTE) }
    return { issues: [{ path: 'cover', code: 'validation.imageTooLarge', params }] }
  }
  const bytes = new Uint8Array(await readPart(file.blob, 0, file.size))
  return { issues: checkImage('titleCover', { name: file.name, bytes }) }
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
