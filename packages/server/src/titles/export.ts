import { type BinaryAnswer, type Parsed, type Title, titleStatusName, type titles, toDay } from '@kinora/core'
import type { Context } from '../kernel/handlers.ts'
import type { Scope } from '../kernel/scope.ts'
import { eachTitle } from './search.ts'
import { toTitles } from './view.ts'

const columns: readonly [string, (title: Title) => string | number | null][] = [
  ['Tag', title => title.tag],
  ['Title', title => title.className],
  ['Description', title => title.classDescription],
  ['Status', title => titleStatusName(title.status)],
  ['Type', title => (title.contentType === 1 ? 'Video' : 'Audio')],
  ['Provider', title => title.provider],
  ['Channel', title => title.channelName],
  ['Category', title => title.classCategory],
  ['Sub category', title => title.classSubCategory],
  ['Language', title => title.classLanguage],
  ['Duration (seconds)', title => title.durationSecond],
  ['Skill', title => title.skill],
  ['Level', title => title.level],
  ['Intensity', title => title.intensity],
  ['Equipment', title => title.equipmentTypeTags.join('; ')],
  ['Focus areas', title => title.focusAreaTags.join('; ')],
  ['Keywords', title => title.keywords.join('; ')],
  ['Instructor', title => title.instructor],
  ['Release date', title => title.scheduleDate],
  ['Created', title => title.creationDate],
  ['Published', title => title.publishedDate],
  ['File name', title => title.fileName],
  ['External id', title => title.externalId],
]

/**
 * TITLE-29, API-25: what the list shows, as CSV, sent while it is read. It begins with a byte order mark, without which
 * spreadsheets read the names of other languages wrongly; lines end in CRLF (RFC 4180).
 */
export async function exportTitles(
  scope: Scope,
  input: Parsed<typeof titles.export>,
  { deps }: Context,
): Promise<BinaryAnswer> {
  const lines = toLines(eachTitle(scope, deps.db, input), rows => toTitles(deps.db, rows))
  const first = await lines.next()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(encoder.encode(`\ufeff${first.value ?? ''}`)),
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await lines.return(undefined)
    },
  })
  return {
    body,
    contentType: 'text/csv; charset=utf-8',
    fileName: `Content_Titles_Export_${toDay(deps.clock.now())}.csv`,
  }
}

async function* toLines<T>(
  batches: AsyncGenerator<T[]>,
  toShown: (rows: T[]) => Promise<Title[]>,
): AsyncGenerator<string> {
  const header = toLine(columns.map(([name]) => name))
  let before = header
  for await (const batch of batches) {
    const shown = await toShown(batch)
    yield before + shown.map(title => toLine(columns.map(([, value]) => value(title)))).join('')
    before = ''
  }
  if (before !== '') yield before
}

export const toLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(toCell).join(',')}\r\n`

/** Text that a spreadsheet would run as a formula gets an apostrophe in front; quotes where the format needs them. */
function toCell(value: string | number | null): string {
  if (value === null) return ''
  const text = String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
